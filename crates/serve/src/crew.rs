//! Threads that answer: one for each connection at work, kept for a while for the next one.

use std::collections::VecDeque;
use std::net::TcpStream;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How long a thread waits for its next connection.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a thread does with a connection.
type Work = dyn Fn(TcpStream) + Send + Sync;

/// The threads.
pub(crate) struct Crew {
    shared: Arc<Shared>,
    work: Arc<Work>,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    come: Condvar,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<TcpStream>,
    idle: usize,
}

impl Crew {
    pub(crate) fn new(work: impl Fn(TcpStream) + Send + Sync + 'static) -> Crew {
        Crew {
            shared: Arc::default(),
            work: Arc::new(work),
        }
    }

    /// Has a connection answered: no one waits for another. False where no thread can be had for it.
    pub(crate) fn answer(&self, stream: TcpStream) -> bool {
        let mut queue = lock(&self.shared);
        queue.waiting.push_back(stream);
        if queue.idle >= queue.waiting.len() {
            self.shared.come.notify_one();
            return true;
        }
        drop(queue);
        let (shared, work) = (self.shared.clone(), self.work.clone());
        let thread = std::thread::Builder::new().name("answers".into());
        let started = thread.spawn(move || {
            while let Some(stream) = next(&shared) {
                work(stream);
            }
        });
        if started.is_err() {
            lock(&self.shared).waiting.pop_back();
        }
        started.is_ok()
    }
}

fn lock(shared: &Shared) -> std::sync::MutexGuard<'_, Queue> {
    shared.queue.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The next connection; `None` where none comes for a while.
fn next(shared: &Shared) -> Option<TcpStream> {
    let mut queue = lock(shared);
    if let Some(stream) = queue.waiting.pop_front() {
        return Some(stream);
    }
    queue.idle += 1;
    let none = |queue: &mut Queue| queue.waiting.is_empty();
    let waited = shared.come.wait_timeout_while(queue, PATIENCE, none);
    let (mut queue, _) = waited.unwrap_or_else(PoisonError::into_inner);
    queue.idle -= 1;
    queue.waiting.pop_front()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn slow_ones_hold_nobody_up_and_threads_are_used_again() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let threads = Arc::new(AtomicUsize::new(0));
        let seen = threads.clone();
        let crew = Crew::new(move |mut stream| {
            thread_local!(static KNOWN: std::cell::Cell<bool> = const { std::cell::Cell::new(false) });
            if !KNOWN.replace(true) {
                seen.fetch_add(1, Ordering::SeqCst);
            }
            let mut word = [0];
            let _ = stream.read(&mut word);
            let _ = stream.write_all(&word);
        });
        let come = || {
            let client = TcpStream::connect(address).unwrap();
            crew.answer(listener.accept().unwrap().0);
            client
        };
        let mut slow: Vec<TcpStream> = (0..3).map(|_| come()).collect();
        let ask = |client: &mut TcpStream| {
            client.write_all(b"x").unwrap();
            let mut answer = Vec::new();
            client.read_to_end(&mut answer).unwrap();
            assert_eq!(answer, b"x");
        };
        for _ in 0..50 {
            ask(&mut come());
        }
        slow.iter_mut().for_each(ask);
        let threads = threads.load(Ordering::SeqCst);
        assert!((4..20).contains(&threads), "{threads} threads");
    }
}
