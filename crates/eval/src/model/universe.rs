//! The elements of uninterpreted sorts, from what solvers say about them in comments.

use std::collections::BTreeMap;

/// Elements by sort as the comments of a model list them:
/// `;; universe for T:` and the line after it (z3), `; rep: (as @T_0 T)` (cvc5).
pub(super) fn from_comments(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut universes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut sort: Option<String> = None;
    for line in text.lines().map(str::trim) {
        let Some(comment) = line.strip_prefix(';') else {
            sort = None;
            continue;
        };
        let comment = comment.trim_start_matches(';').trim();
        if let Some(name) = comment.strip_prefix("universe for ") {
            sort = Some(name.trim_end_matches(':').trim().to_string());
        } else if let Some((element, of)) = comment.strip_prefix("rep: ").and_then(representative) {
            universes.entry(of).or_default().push(element);
        } else if let Some(name) = &sort
            && !comment.starts_with('-')
        {
            universes
                .entry(name.clone())
                .or_default()
                .extend(names(comment));
            sort = None;
        }
    }
    universes
}

/// The names of a list, without their bars.
fn names(list: &str) -> Vec<String> {
    let mut found = Vec::new();
    // Every second part is between bars.
    for (i, part) in list.split('|').enumerate() {
        if i % 2 == 1 {
            found.push(part.to_string());
        } else {
            found.extend(part.split_whitespace().map(str::to_string));
        }
    }
    found
}

/// `(as @T_0 T)`, or `@T_0` alone, whose sort is in its name.
fn representative(text: &str) -> Option<(String, String)> {
    if let Some(inner) = text.strip_prefix("(as ") {
        let inner = inner.strip_suffix(')')?;
        // Both may have spaces between bars; the sort is quoted then.
        let (element, sort) = match inner.strip_suffix('|') {
            Some(open) => open.rsplit_once(" |").map(|(e, s)| (e, format!("|{s}|")))?,
            None => inner
                .rsplit_once(' ')
                .map(|(e, s)| (e, s.trim().to_string()))?,
        };
        return Some((element.to_string(), sort));
    }
    let text = text.trim_matches('|');
    let sort = text
        .strip_prefix('@')?
        .strip_prefix("uc_")
        .or_else(|| text.strip_prefix('@'))?;
    let sort = sort.rsplit_once('_')?.0;
    Some((text.to_string(), gadfly_syntax::quoted(sort).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_solvers_ways_are_read() {
        let z3 = "(model\n  ;; universe for U:\n  ;;   U!val!1 U!val!0 \n  ;; -----------\n";
        assert_eq!(from_comments(z3)["U"], ["U!val!1", "U!val!0"]);
        let cvc5 = "(\n; cardinality of U is 2\n; rep: (as @U_0 U)\n; rep: (as @U_1 U)\n)";
        assert_eq!(from_comments(cvc5)["U"], ["@U_0", "@U_1"]);
        assert_eq!(from_comments("; rep: @uc_U_0")["U"], ["@uc_U_0"]);
    }

    #[test]
    fn names_may_have_spaces() {
        let z3 = ";; universe for |a b|:\n;;   |a b!val!1| x |a b!val!0| \n";
        assert_eq!(from_comments(z3)["|a b|"], ["a b!val!1", "x", "a b!val!0"]);
        let cvc5 = "; rep: (as @|a b|_0 |a b|)";
        assert_eq!(from_comments(cvc5)["|a b|"], ["@|a b|_0"]);
        assert_eq!(from_comments("; rep: |@uc_a b_0|")["|a b|"], ["@uc_a b_0"]);
    }
}
