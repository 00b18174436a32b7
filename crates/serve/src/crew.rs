//! Threads that answer. Each waits for whoever comes next and answers him itself, so that nothing is handed
//! from thread to thread; whoever takes the last place at the door sends for another.

use rustix::net::sockopt::{Timeout, set_socket_timeout};
use std::io;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// How often who waits looks whether to go.
const PATIENCE: Duration = Duration::from_millis(300);
/// As many wait at most.
const WAITING: usize = 3;

/// What is done with a connection; `true` where there are too many.
type Work = dyn Fn(TcpStream, bool) + Send + Sync;

/// The threads.
pub(crate) struct Crew {
    listener: TcpListener,
    work: Box<Work>,
    /// As many answer at most; one more says that there are too many.
    most: usize,
    threads: AtomicUsize,
    waiting: AtomicUsize,
    stopping: AtomicBool,
}

impl Crew {
    /// Begins to answer, at most so many at once.
    pub(crate) fn start(
        listener: TcpListener,
        most: usize,
        work: impl Fn(TcpStream, bool) + Send + Sync + 'static,
    ) -> io::Result<Arc<Crew>> {
        set_socket_timeout(&listener, Timeout::Recv, Some(PATIENCE))?;
        let crew = Arc::new(Crew {
            listener,
            work: Box::new(work),
            most,
            threads: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
            stopping: AtomicBool::new(false),
        });
        crew.send_for_one()?;
        Ok(crew)
    }

    /// Nobody is let in any more.
    pub(crate) fn stop(&self) {
        self.stopping.store(true, Ordering::SeqCst);
    }

    fn send_for_one(self: &Arc<Crew>) -> io::Result<()> {
        self.threads.fetch_add(1, Ordering::SeqCst);
        self.waiting.fetch_add(1, Ordering::SeqCst);
        let crew = self.clone();
        let thread = std::thread::Builder::new().name("answers".into());
        let started = thread.spawn(move || crew.answer());
        if started.is_err() {
            self.threads.fetch_sub(1, Ordering::SeqCst);
            self.waiting.fetch_sub(1, Ordering::SeqCst);
        }
        started.map(drop)
    }

    /// Answers whoever comes; the thread counts as waiting when it begins.
    fn answer(self: Arc<Crew>) {
        loop {
            let come = self.listener.accept();
            let alone = self.waiting.fetch_sub(1, Ordering::SeqCst) == 1;
            if self.stopping.load(Ordering::SeqCst) {
                break;
            }
            match come {
                Ok((stream, _)) => {
                    let threads = self.threads.load(Ordering::SeqCst);
                    if alone && threads <= self.most {
                        // Where none can be had, this one comes back.
                        let _ = self.send_for_one();
                    }
                    (self.work)(stream, alone && threads > self.most);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                // No descriptor may be free: who comes waits a moment longer.
                Err(_) => std::thread::sleep(Duration::from_millis(10)),
            }
            if self.waiting.fetch_add(1, Ordering::SeqCst) >= WAITING {
                self.waiting.fetch_sub(1, Ordering::SeqCst);
                break;
            }
        }
        self.threads.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    /// Asks, and returns what comes back.
    fn ask(client: &mut TcpStream) -> String {
        let _ = client.write_all(b"x");
        let mut answer = String::new();
        let _ = client.read_to_string(&mut answer);
        answer
    }

    #[test]
    fn slow_ones_hold_nobody_up_and_too_many_are_told() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let crew = Crew::start(listener, 4, |mut stream, too_many| {
            let mut word = [0];
            if !too_many {
                let _ = stream.read(&mut word);
            }
            let _ = stream.write_all(if too_many { b"busy" } else { b"fine" });
        });
        let crew = crew.unwrap();
        let come = || TcpStream::connect(address).unwrap();
        let mut slow: Vec<TcpStream> = (0..3).map(|_| come()).collect();
        for _ in 0..50 {
            // The thread of the one before may not be back yet.
            while ask(&mut come()) != "fine" {}
        }
        assert!(crew.threads.load(Ordering::SeqCst) <= 5);
        slow.extend((0..20).map(|_| come()));
        let answers: Vec<String> = slow.iter_mut().map(ask).collect();
        let told = |word: &str| answers.iter().filter(|answer| *answer == word).count();
        assert!(told("fine") >= 4 && told("busy") > 0, "{answers:?}");
        while ask(&mut come()) != "fine" {}
        crew.stop();
        while crew.threads.load(Ordering::SeqCst) > 0 {
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}
