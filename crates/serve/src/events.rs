//! What changes on the page: published once, sent to everyone who watches.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// A part of the page that changes as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Its place on the page.
    pub(crate) id: &'static str,
    /// What stands there.
    pub(crate) html: Arc<str>,
    /// The edition in which it changed last.
    pub(crate) changed: u64,
}

/// The page at one time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Edition {
    /// It grows with every change.
    pub(crate) number: u64,
    /// How many hunts were at work.
    pub(crate) running: usize,
    /// The whole page.
    pub(crate) page: Arc<[u8]>,
    /// What of it changes.
    pub(crate) parts: Vec<Part>,
    /// The hunts by their names in addresses, each with its folder.
    pub(crate) hunts: Vec<(String, std::path::PathBuf)>,
    /// The studies.
    pub(crate) studies: Vec<(String, std::path::PathBuf)>,
}

impl Edition {
    /// Puts something new into a part, where it is new.
    pub(crate) fn put(&mut self, id: &'static str, html: String) {
        let at = self.parts.iter().position(|part| part.id == id);
        if at.is_some_and(|at| *self.parts[at].html == *html) {
            return;
        }
        let part = Part {
            id,
            html: html.into(),
            changed: self.number,
        };
        match at {
            Some(at) => self.parts[at] = part,
            None => self.parts.push(part),
        }
    }

    /// The parts that changed after an edition, as an event's data.
    pub(crate) fn since(&self, number: u64) -> String {
        let new = self.parts.iter().filter(|part| part.changed > number);
        let new = new.map(|part| (part.id.to_string(), serde_json::json!(&*part.html)));
        serde_json::Value::Object(new.collect()).to_string()
    }
}

/// The last edition, and whoever waits for the next.
#[derive(Default)]
pub(crate) struct Hub {
    last: Mutex<Arc<Edition>>,
    news: Condvar,
    closed: AtomicBool,
}

impl Hub {
    pub(crate) fn last(&self) -> Arc<Edition> {
        self.last
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub(crate) fn publish(&self, edition: Edition) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Arc::new(edition);
        self.news.notify_all();
    }

    /// There is no next one: nobody waits any more.
    pub(crate) fn close(&self) {
        let _last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        self.closed.store(true, Ordering::SeqCst);
        self.news.notify_all();
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    /// The next edition after one; `None` where there is none within a time.
    pub(crate) fn after(&self, number: u64, time: Duration) -> Option<Arc<Edition>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let old = |last: &mut Arc<Edition>| last.number <= number && !self.is_closed();
        let waited = self.news.wait_timeout_while(last, time, old);
        let (last, _) = waited.unwrap_or_else(PoisonError::into_inner);
        (last.number > number).then(|| last.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edition(number: u64) -> Edition {
        let part = |(id, changed)| Part {
            id,
            html: format!("<p>{id} \"{changed}\"").into(),
            changed,
        };
        Edition {
            number,
            parts: [("a", 1), ("b", number)].map(part).to_vec(),
            ..Edition::default()
        }
    }

    #[test]
    fn only_what_changed_is_sent() {
        let edition = edition(4);
        assert_eq!(edition.since(0), r#"{"a":"<p>a \"1\"","b":"<p>b \"4\""}"#);
        assert_eq!(edition.since(3), r#"{"b":"<p>b \"4\""}"#);
        assert_eq!(edition.since(4), "{}");
    }

    #[test]
    fn who_waits_gets_the_next_one() {
        let hub = Hub::default();
        assert!(hub.after(0, Duration::from_millis(1)).is_none());
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| hub.after(0, Duration::from_secs(60)));
            hub.publish(edition(1));
            let found = waiting.join().unwrap();
            assert_eq!(found.map(|edition| edition.number), Some(1));
        });
        assert!(hub.after(1, Duration::ZERO).is_none());
        assert!(hub.after(0, Duration::ZERO).is_some());
        hub.close();
        assert!(hub.after(1, Duration::from_secs(3600)).is_none());
    }
}
