//! The server as clients meet it: what it gives, what it refuses, and that the page follows.

mod follows;
mod refused;

use gadfly_serve::{Gate, Server};
use gadfly_store::{Finding, HuntStatus, Store};
use gadfly_vocabulary::Kind;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A server on a free port, until it is dropped.
struct Serving {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Serving {
    fn of(folder: &Path, token: Option<&str>) -> Serving {
        let gate = Gate {
            token: token.map(String::from),
            loopback: true,
            ..Gate::default()
        };
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let server = Server::bind(any, vec![folder.to_path_buf()], gate).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let (address, flag) = (server.address(), stop.clone());
        Serving {
            address,
            stop,
            thread: Some(std::thread::spawn(move || server.run(&flag).unwrap())),
        }
    }

    /// Sends something, and returns all that comes back.
    fn raw(&self, text: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let _ = stream.write_all(text);
        rest(&mut stream)
    }

    /// Asks for a place, with more headers.
    fn get(&self, path: &str, headers: &str) -> String {
        let host = self.address;
        self.raw(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n").as_bytes())
    }

    /// The status that a place is answered with.
    fn status(&self, path: &str, headers: &str) -> String {
        self.get(path, headers)
            .chars()
            .skip("HTTP/1.1 ".len())
            .take(3)
            .collect()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// All that a connection still gives.
fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A hunt with nothing in it.
fn hunt(folder: &Path) -> Store {
    let store = Store::create(folder).unwrap();
    store.set_meta("tested", "[\"z3@4.8.7\"]").unwrap();
    beat(folder, 0);
    store
}

/// A sign of life.
fn beat(folder: &Path, tests: u64) {
    let mut status = HuntStatus {
        tests,
        rate: 12.0,
        seconds: 60.0,
        solvers: vec!["z3@4.8.7".into()],
        ..HuntStatus::default()
    };
    status.write(folder).unwrap();
}

const HOSTILE: &str = "<img src=x onerror=\"document.title = 'taken'\"><script>1</script>";

/// A finding in a hunt, with its file.
fn find(store: &mut Store, folder: &Path, id: &str) {
    let finding = Finding {
        id: id.into(),
        kind: Kind::Soundness,
        solver: "z3@4.8.7".into(),
        family: "z3".into(),
        title: format!("unsat, {id}"),
        sentence: HOSTILE.into(),
        identity: id.into(),
        found: 30.0,
        ..Finding::default()
    };
    store.add_finding(0, &finding, "(check-sat)\n", 30).unwrap();
    let files = folder.join("findings").join(id);
    std::fs::create_dir_all(&files).unwrap();
    std::fs::write(files.join("case.smt2"), "(check-sat)\n").unwrap();
    std::fs::write(files.join("evil.html"), HOSTILE).unwrap();
}
