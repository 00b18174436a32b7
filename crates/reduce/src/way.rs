//! Ways down: in which order passes come, and from which end they begin. Which of several failures a
//! reduction ends with hangs on that.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;
use std::cmp::Reverse;

/// One way down.
pub(crate) struct Way {
    /// Begins with one success of this pass, where it is last in the text. What is different then may
    /// go again if the pass goes on: an objective without a name beside one that has one.
    pub(crate) opening: Option<&'static str>,
    /// These passes come before all others, in this order.
    pub(crate) first: &'static [&'static str],
    /// These passes begin with what stands last in the text, as does the opening one.
    pub(crate) backward: &'static [&'static str],
}

/// All ways, in the order in which they are gone.
pub(crate) const WAYS: &[Way] = &[
    // What cuts most goes first.
    Way {
        opening: None,
        first: &[],
        backward: &[],
    },
    // The terms go first, while all commands are there; then what stands last.
    Way {
        opening: Some("drop_attribute"),
        first: &["replace_by_constant", "hoist_subterm", "drop_argument"],
        backward: &[
            "drop_assertion",
            "drop_command",
            "drop_argument",
            "drop_attribute",
        ],
    },
];

/// With fewer objectives than this a script hardly fails in two ways.
const FEW: usize = 2;

/// How many ways a script is worth. One with several objectives asks for as many answers, each of which
/// may be the one that differs; of one question there is mostly one failure, and another way only finds
/// it again.
pub(crate) fn ways(subject: &Subject<'_>) -> usize {
    let commands = subject
        .commands()
        .map(|command| subject.command_name(command));
    let objectives =
        commands.filter(|name| matches!(*name, "minimize" | "maximize" | "assert-soft"));
    if objectives.count() < FEW {
        1
    } else {
        WAYS.len()
    }
}

impl Way {
    /// The rank of each pass.
    pub(crate) fn ranks(&self, passes: &[Box<dyn Pass>]) -> Vec<usize> {
        let place = |pass: &dyn Pass| self.first.iter().position(|name| *name == pass.name());
        let mut order: Vec<usize> = (0..passes.len()).collect();
        order.sort_by_key(|&n| place(&*passes[n]).unwrap_or(self.first.len()));
        let mut ranks = vec![0; order.len()];
        for (rank, n) in order.into_iter().enumerate() {
            ranks[n] = rank;
        }
        ranks
    }

    /// The moves of a pass in the order of this way.
    pub(crate) fn ordered(&self, pass: &dyn Pass, mut moves: Vec<Move>) -> Vec<Move> {
        let name = pass.name();
        if self.backward.contains(&name) {
            moves.sort_by_key(|one| Reverse(one.edits[0].span.start));
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes;
    use crate::subject::Reader;

    #[test]
    fn every_pass_has_a_rank_and_every_name_a_pass() {
        let passes = passes::all();
        for way in WAYS {
            let mut ranks = way.ranks(&passes);
            let rank = |name: &str| passes.iter().position(|pass| pass.name() == name);
            let first: Vec<usize> = way
                .first
                .iter()
                .map(|name| ranks[rank(name).expect("a pass")])
                .collect();
            assert!(first.into_iter().eq(0..way.first.len()));
            let others = way.backward.iter().chain(&way.opening);
            assert!(others.into_iter().all(|name| rank(name).is_some()));
            ranks.sort_unstable();
            assert!(ranks.into_iter().eq(0..passes.len()));
        }
    }

    #[test]
    fn backward_is_from_the_end_of_the_text() {
        let moves = || vec![Move::delete(0..1), Move::delete(4..5), Move::delete(2..3)];
        let first = |way: &Way, pass: &str| {
            let passes = passes::all();
            let pass = passes.iter().find(|it| it.name() == pass).expect("a pass");
            way.ordered(&**pass, moves())[0].edits[0].span.start
        };
        assert_eq!(first(&WAYS[1], "drop_command"), 4);
        assert_eq!(first(&WAYS[1], "hoist_subterm"), 0);
        assert_eq!(first(&WAYS[0], "drop_command"), 0);
    }

    #[test]
    fn scripts_with_several_objectives_are_worth_another_way() {
        let of = |text: &str| {
            let reader = Reader::for_input(text).expect("a script");
            ways(&Subject::new(&reader, text))
        };
        assert_eq!(of("(minimize 1)(assert-soft true)(check-sat)"), WAYS.len());
        assert_eq!(of("(minimize 1)(assert true)(check-sat)"), 1);
        assert_eq!(of("(assert true)(check-sat)(check-sat)"), 1);
    }
}
