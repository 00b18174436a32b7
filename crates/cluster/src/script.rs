//! The batch script: what Slurm starts once a part and attempt.

use crate::plan::Plan;
use std::fmt::Write as _;
use std::path::Path;

/// What follows the options: start the part, hand signals on, have it queued again where it is not done.
///
/// The shell stays, because it must outlive a part that is killed. A part stops by itself before its
/// limit; the signal is for clocks that differ, and for a scheduler that wants the node back.
const WORK: &str = r#"
part=$((SLURM_ARRAY_TASK_ID + ${1:-0}))
"$gadfly" cluster part "$job" "$part" &
child=$!
trap 'kill -TERM "$child" 2>/dev/null' TERM USR1
wait "$child"; code=$?
while kill -0 "$child" 2>/dev/null; do wait "$child"; code=$?; done

# 0 is done, 1 needs somebody to look. Stopped (130) or killed: on any node, from where it was.
case $code in 0 | 1 | 2 | 101) exit "$code" ;; esac
[ -e "$job/stop" ] && exit 0
scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
"#;

/// The solvers of the shared folder on the node's own disk, copied once a node.
const COPY: &str = r#"
own="${TMPDIR:-/tmp}/gadfly-$(id -u)-$(printf %s "$GADFLY_HOME" | cksum | cut -d' ' -f1)"
mkdir -p "$own"
(
    flock 9
    [ -e "$own/whole" ] || { cp -a "$GADFLY_HOME/." "$own/" && touch "$own/whole"; }
) 9> "$own.lock"
export GADFLY_HOME="$own"
"#;

/// The script of a job.
pub fn script(plan: &Plan, job: &Path) -> String {
    let mut text = String::from("#!/bin/bash\n");
    for option in options(plan, job) {
        let _ = writeln!(text, "#SBATCH {option}");
    }
    let _ = writeln!(text, "\njob={}", quoted(job));
    let _ = writeln!(text, "gadfly={}", quoted(&plan.gadfly));
    let _ = writeln!(text, "export GADFLY_HOME={}", quoted(&plan.home));
    if plan.slurm.copy_solvers {
        text.push_str(COPY);
    }
    text + WORK
}

fn options(plan: &Plan, job: &Path) -> Vec<String> {
    let asked = &plan.slurm;
    let mut options = vec![
        format!("--job-name=gadfly-{}", plan.words.first().map_or("", |w| w)),
        format!("--chdir={}", quoted(&plan.folder)),
        format!("--output={}", quoted(&job.join("parts").join("%A_%a.log"))),
        "--open-mode=append".into(),
        "--requeue".into(),
        "--nodes=1".into(),
        "--ntasks=1".into(),
        format!("--cpus-per-task={}", plan.cpus),
    ];
    if let Some(limit) = plan.limit {
        options.push(format!("--time={}", time(limit)));
        // Half the margin is left when a part does not stop by itself.
        let late = (plan.margin / 2.0).ceil().clamp(1.0, 65_535.0);
        options.push(format!("--signal=B:TERM@{late}"));
    }
    let named = [
        ("partition", &asked.partition),
        ("account", &asked.account),
        ("mem", &asked.memory),
    ];
    for (name, value) in named {
        options.extend(value.as_ref().map(|value| format!("--{name}={value}")));
    }
    options.extend(asked.more.iter().cloned());
    options
}

/// A time as sbatch reads it, rounded up: days-hours:minutes:seconds.
fn time(seconds: f64) -> String {
    let all = seconds.ceil() as u64;
    let (days, rest) = (all / 86_400, all % 86_400);
    let (hours, minutes, seconds) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{days}-{hours:02}:{minutes:02}:{seconds:02}")
}

/// A path as one word of the shell, and of sbatch's options.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+%@:,".contains(c);
    match !text.is_empty() && text.chars().all(plain) {
        true => text,
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SlurmOptions;

    fn plan() -> Plan {
        Plan {
            gadfly: "/opt/gadfly".into(),
            folder: "/home/me/a b".into(),
            home: "/home/me/it's".into(),
            words: vec!["hunt".into()],
            parts: 8,
            cpus: 2,
            limit: Some(90_061.5),
            margin: 60.0,
            ..Plan::default()
        }
    }

    #[test]
    fn the_options_are_those_that_were_asked_for() {
        let mut plan = plan();
        plan.slurm = SlurmOptions {
            partition: Some("long".into()),
            memory: Some("4G".into()),
            more: vec!["--qos=low".into()],
            ..SlurmOptions::default()
        };
        let text = script(&plan, Path::new("/job"));
        for line in [
            "--chdir='/home/me/a b'",
            "--time=1-01:01:02",
            "--signal=B:TERM@30",
            "--cpus-per-task=2",
            "--partition=long",
            "--mem=4G",
            "--qos=low",
        ] {
            assert!(
                text.contains(&format!("\n#SBATCH {line}\n")),
                "{line}: {text}"
            );
        }
        assert!(!text.contains("--account") && !text.contains("flock"));
        assert!(text.contains("\nexport GADFLY_HOME='/home/me/it'\\''s'\n"));
    }

    /// Runs a job's script with a part that ends with each of these codes; what `scontrol` was told.
    fn told(code: &str, stop: bool) -> (i32, String) {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let program = |name: &str, text: &str| {
            std::fs::write(path(name), text).unwrap();
            let mode = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(path(name), mode).unwrap();
        };
        program(
            "gadfly",
            &format!(
                "#!/bin/sh\necho \"$@\" > {}\n{code}\n",
                path("ran").display()
            ),
        );
        program(
            "scontrol",
            &format!("#!/bin/sh\necho \"$@\" > {}\n", path("told").display()),
        );
        if stop {
            std::fs::write(path("stop"), "").unwrap();
        }
        let plan = Plan {
            gadfly: path("gadfly"),
            home: path("home dir"),
            slurm: SlurmOptions {
                copy_solvers: true,
                ..SlurmOptions::default()
            },
            ..plan()
        };
        std::fs::create_dir_all(path("home dir/solvers")).unwrap();
        std::fs::create_dir_all(path("tmp")).unwrap();
        program("script", &script(&plan, folder.path()));
        let found = format!("{}:/usr/bin:/bin", folder.path().display());
        let command = gadfly_exec::Command::new("bash")
            .arg(path("script"))
            .arg("100")
            .env("PATH", found)
            .env("TMPDIR", path("tmp"))
            .env("SLURM_ARRAY_JOB_ID", "7")
            .env("SLURM_ARRAY_TASK_ID", "3")
            .unconfined();
        let run = gadfly_exec::run(&command, b"", &gadfly_exec::Limits::default()).unwrap();
        let read = |name: &str| std::fs::read_to_string(path(name)).unwrap_or_default();
        let part = format!("cluster part {} 103\n", folder.path().display());
        assert_eq!(
            read("ran"),
            part,
            "{}",
            String::from_utf8_lossy(&run.stderr)
        );
        let copies = std::fs::read_dir(path("tmp"))
            .unwrap()
            .filter_map(Result::ok);
        let whole = copies.filter(|copy| copy.path().join("solvers").is_dir());
        assert_eq!(whole.count(), 1, "the solvers are on the node's disk");
        match run.exit {
            gadfly_exec::Exit::Code(code) => (code, read("told")),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_not_done_is_queued_again() {
        let requeued = "requeue 7_3\n".to_string();
        assert_eq!(told("exit 0", false), (0, String::new()));
        assert_eq!(told("exit 1", false), (1, String::new()));
        assert_eq!(told("exit 130", false), (0, requeued.clone()));
        assert_eq!(told("kill -9 $$", false), (0, requeued));
        assert_eq!(told("exit 130", true), (0, String::new()));
    }
}
