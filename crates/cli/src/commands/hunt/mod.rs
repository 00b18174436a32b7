//! `gadfly hunt`: the main job.

mod ask;
mod figures;
mod hook;
mod panel;
mod prepare;
mod replay;
mod screen;
mod summary;

use crate::exit::{Context, Exit, Failure};
use crate::interrupt;
use crate::ui::Ui;
pub(crate) use ask::{Ask, How};
use clap::Args;
use gadfly_campaign::{Ended, Event, Exchange, Parts, Why};
use hook::Hook;
use panel::Panel;
pub(crate) use prepare::library as hunt_library;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// Make formulas, run solvers, judge, confirm, reduce, deduplicate, report
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Hunt {
    #[command(flatten)]
    ask: Ask,
}

const EXAMPLES: &str = "\
Examples:
  gadfly hunt                               z3 and cvc5, with built-in seeds
  gadfly hunt --solver z3@4.8.7 --time 2m   an old release
  gadfly hunt seeds/ --solver \"./build/z3 -in\" --strategy op,fusion --time 8h
  gadfly hunt --resume hunt                 go on where a hunt was stopped
  gadfly hunt --replay hunt/1007            make formula 1007 again and run it

With no solver, z3 and cvc5 are taken: those that are installed, else they are
installed. Ctrl-C ends a hunt cleanly: it finishes, saves and reports; a second
one stops at once.";

/// A hunt that came to an end, whatever that was.
struct Hunted {
    folder: PathBuf,
    solvers: Vec<String>,
    ended: Result<Ended, Failure>,
}

impl Hunt {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        self.told(ui, &mut |_| {})
    }

    /// Runs, and tells what happens.
    pub(crate) fn told(self, ui: &Ui, tell: &mut dyn FnMut(&Event)) -> Result<Exit, Failure> {
        self.ask.allow.apply()?;
        if let Some(which) = &self.ask.replay {
            return replay::replay(which, &self.ask, ui);
        }
        let Hunted {
            folder,
            solvers,
            ended,
        } = self.hunt(&mut |_| {}, ui, tell)?;
        // The page is written whatever the end was: what was found is worth reading.
        let written = write_page(&folder);
        let ended = ended?;
        written?;
        summary::print(ui, &folder, &solvers, &ended)?;
        let found = ended.snapshot.findings.values().sum::<u64>() > 0;
        let exit = Exit::after_tests(found, &ended.snapshot.shortfalls);
        Ok(match ended.why {
            Why::Interrupted => Exit::Interrupted,
            _ => exit,
        })
    }

    /// Does a part of a hunt, which others read along and somebody merges: it needs no page.
    pub(crate) fn part(self, exchange: Exchange, ui: &Ui) -> Result<Why, Failure> {
        self.ask.allow.apply()?;
        let mut exchange = Some(exchange);
        let among_others = &mut |parts: &mut Parts| {
            parts.publish = true;
            parts.exchange = exchange.take();
        };
        let hunted = self.hunt(among_others, ui, &mut |_| {})?;
        Ok(hunted.ended?.why)
    }

    /// Hunts for another command, which says what came of it; `prepare` has a look at its parts first.
    pub(crate) fn for_another(
        ask: Ask,
        prepare: &mut dyn FnMut(&mut Parts),
        ui: &Ui,
    ) -> Result<(PathBuf, Ended), Failure> {
        let hunted = Hunt { ask }.hunt(prepare, ui, &mut |_| {})?;
        let written = write_page(&hunted.folder);
        let ended = hunted.ended?;
        written?;
        Ok((hunted.folder, ended))
    }

    /// Sees that the hunt can begin: solvers are there, and the answers of its seeds are found out, so
    /// that parts have the same.
    pub(crate) fn prepare(&self, ui: &Ui) -> Result<(), Failure> {
        self.ask.allow.apply()?;
        prepare::beginning(&self.ask, ui).map(drop)
    }

    /// What was asked.
    pub(crate) fn ask(&self) -> &Ask {
        &self.ask
    }

    fn hunt(
        &self,
        prepare: &mut dyn FnMut(&mut Parts),
        ui: &Ui,
        tell: &mut dyn FnMut(&Event),
    ) -> Result<Hunted, Failure> {
        let (mut parts, folder) = prepare::parts(&self.ask, ui)?;
        prepare(&mut parts);
        // From here on there is something to save; before, Ctrl-C ends the program.
        let stop = interrupt::silent_flag()?;
        let mut panel = Panel::new(ui, &parts.plan);
        let solvers = parts.plan.solvers.clone();
        let on_finding = parts.plan.on_finding.as_deref();
        let mut hook = on_finding.map(|command| Hook::new(command, &folder));
        let mut warned = false;
        let mut warn = |panel: &mut Panel, why: Option<String>| {
            if let Some(why) = why.filter(|_| !std::mem::replace(&mut warned, true)) {
                panel.warn(&format!("--on-finding: {why} (said once)"));
            }
        };
        let ended = gadfly_campaign::hunt(parts, &stop, &mut |event| {
            if stop.load(Ordering::SeqCst) && !panel.is_unread() {
                panel.stopping();
            }
            panel.show(&event);
            tell(&event);
            if let Some(hook) = &hook {
                hook.hear(&event);
                warn(&mut panel, hook.failure());
            }
            // A closed pipe ends a hunt as Ctrl-C does: everything is saved.
            if panel.is_unread() {
                stop.store(true, Ordering::SeqCst);
            }
        });
        panel.finish();
        if let Some(hook) = &mut hook {
            warn(&mut panel, hook.finish());
        }
        Ok(Hunted {
            folder,
            solvers,
            ended: ended.map_err(Failure::new),
        })
    }
}

/// Writes `report.html` into a hunt's folder.
pub(crate) fn write_page(folder: &Path) -> Result<(), Failure> {
    let mut summary = gadfly_report::Summary::load(&[folder]).map_err(Failure::new)?;
    summary.files_at(|_| Some(String::new()));
    let path = folder.join("report.html");
    std::fs::write(&path, gadfly_report::page(&summary))
        .context(format!("cannot write {}", path.display()))
}
