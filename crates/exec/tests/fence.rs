//! What a confined process can do to its surroundings, and what it can do where that is allowed.

use gadfly_exec::{Allowed, Command, Limits, allow, isolation};
use std::io::Write;
use std::os::fd::AsFd;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What is allowed is allowed to all, so tests take turns.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn said(command: &Command) -> String {
    let limits = Limits {
        wall: Some(Duration::from_secs(20)),
        ..Limits::default()
    };
    let raw = gadfly_exec::run(command, b"", &limits).unwrap();
    String::from_utf8_lossy(&raw.stdout).into_owned() + &String::from_utf8_lossy(&raw.stderr)
}

fn shell(script: &str, argument: &Path) -> Command {
    let command = Command::new("/bin/sh").args(["-c", script, "sh"]);
    command.arg(argument.as_os_str())
}

/// The kernel's version of Landlock; a test that needs more is passed over.
fn has(version: u8) -> bool {
    let there = isolation().unwrap().landlock;
    if there < version {
        eprintln!("passed over: Landlock {version} is needed, and here is {there}");
    }
    there >= version
}

#[test]
fn files_outside_the_private_folder_are_safe() {
    let _alone = alone();
    if !has(3) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let thesis = folder.path().join("thesis");
    std::fs::write(&thesis, "all of it").unwrap();
    let attack = "echo gone > \"$1\"; true > \"$1\"; rm -f \"$1\"; mv \"$1\" here; ln \"$1\" here; \
        mkdir \"$1.d\"; echo x > \"$1.new\"; ln -s / \"$1.link\"; cat \"$1\"";
    let read = said(&shell(attack, &thesis));
    assert!(read.contains("all of it"), "it may read: {read}");
    assert_eq!(std::fs::read_to_string(&thesis).unwrap(), "all of it");
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        1,
        "{read}"
    );
    let own = "echo x > a && mkdir b && mv a b/a && echo y > \"$TMPDIR/c\" && rm -r b c && \
        echo z > /dev/null && echo done";
    assert_eq!(said(&shell(own, &thesis)), "done\n");
    // A program of the user's own does what it was written for.
    let free = shell("echo more > \"$1\"; echo done", &thesis).unconfined();
    assert_eq!(said(&free), "done\n");
    assert_eq!(std::fs::read_to_string(&thesis).unwrap(), "more\n");
    let writes = vec![folder.path().to_owned()];
    let network = false;
    allow(Allowed { writes, network });
    said(&shell("echo allowed > \"$1\"", &thesis));
    assert_eq!(std::fs::read_to_string(&thesis).unwrap(), "allowed\n");
}

#[test]
fn nobody_else_is_signalled() {
    let _alone = alone();
    if !has(6) {
        return;
    }
    let owner = std::process::id().to_string();
    let attack = "for pid in $PPID \"$1\"; do for signal in 0 STOP KILL; do \
        kill -$signal $pid 2>/dev/null && echo \"$signal reached $pid\"; done; done; \
        sleep 1000 & kill -KILL $! && wait $! 2>/dev/null; echo $?";
    let heard = said(&shell(attack, Path::new(&owner)));
    assert!(heard.starts_with("137\n"), "its own it may signal: {heard}");
}

/// A solver that reads the guardian's environment finds nothing of the user's there.
#[test]
fn the_guardian_has_no_secrets() {
    let _alone = alone();
    let read = "tr '\\0' '\\n' < /proc/$PPID/environ | grep -v -e ^PATH= -e ^LD_LIBRARY_PATH=";
    assert_eq!(
        said(&Command::new("/bin/sh").args(["-c", read]).unconfined()),
        ""
    );
}

/// A listener on a port of ours, and one on an abstract socket.
const CONNECT: &str = "import socket, sys
for family, address in ((socket.AF_INET, ('127.0.0.1', int(sys.argv[1]))),
                        (socket.AF_UNIX, '\\0' + sys.argv[2])):
    try:
        socket.socket(family).connect(address)
        print('connected')
    except PermissionError:
        print('refused')
try:
    socket.socket().bind(('127.0.0.1', 0))
    print('bound')
except PermissionError:
    print('refused')
";

#[test]
fn there_is_no_network() {
    let _alone = alone();
    if !has(6) {
        return;
    }
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let name = format!("gadfly-test-{}", std::process::id());
    let address = SocketAddr::from_abstract_name(&name);
    let _abstract = UnixListener::bind_addr(&address.unwrap()).unwrap();
    let command = Command::new("python3")
        .args(["-c", CONNECT])
        .args([port.to_string(), name]);
    assert_eq!(said(&command), "refused\nrefused\nrefused\n");
    let free = command.clone().unconfined();
    assert_eq!(said(&free), "connected\nconnected\nbound\n");
    let (writes, network) = (Vec::new(), true);
    allow(Allowed { writes, network });
    assert_eq!(said(&command), "connected\nconnected\nbound\n");
}

/// What our caller left open is not for solvers, nor is anything of ours.
#[test]
fn descriptors_are_closed() {
    let _alone = alone();
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(b"secret").unwrap();
    // Without the flag that closes it in children.
    let open = rustix::io::dup(file.as_fd()).unwrap();
    let ask = "n=0; while [ $n -lt 64 ]; do [ -e /proc/$$/fd/$n ] && echo $n; n=$((n+1)); done";
    let listed = said(&Command::new("/bin/sh").args(["-c", ask]));
    assert_eq!(listed, "0\n1\n2\n");
    drop(open);
}

#[test]
fn what_is_in_force_is_found_out_by_trying() {
    let _alone = alone();
    let found = isolation().unwrap();
    let always = found.limits && found.session && found.no_new_privs && found.descriptors;
    assert!(always, "{found:?}");
    assert_eq!(found.writes, found.landlock >= 1, "{found:?}");
    assert_eq!(found.signals, found.landlock >= 6, "{found:?}");
}
