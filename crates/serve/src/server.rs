//! The server: connections, bounded in number, each a thread of its own; and one that watches.

use crate::crew::Crew;
use crate::error::ServeError;
use crate::events::Hub;
use crate::files;
use crate::gate::{COOKIE, Gate, Pass};
use crate::http::{Answer, Refused, Request, Status, Timed, end};
use crate::place::Place;
use crate::reports::Reports;
use crate::watch::{self, Watch};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::Write;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

/// The most connections at once, those that watch included.
const MOST: usize = 64;
/// The most that watch: others must be able to ask.
const MOST_WATCHING: usize = 32;
/// A watcher who is told nothing for so long is told that there is nothing.
const HEARTBEAT: Duration = Duration::from_secs(10);
/// How long a watcher may take to read an event.
const EVENT: Duration = Duration::from_secs(10);
const HTML: &str = "text/html; charset=utf-8";

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    watch: Watch,
    shared: Arc<Shared>,
}

/// What all connections use.
struct Shared {
    gate: Gate,
    hub: Arc<Hub>,
    reports: Reports,
    connections: AtomicUsize,
    watching: AtomicUsize,
    stopping: AtomicBool,
    /// When it started, in milliseconds since 1970: editions of another server have other names.
    born: u128,
}

impl Server {
    /// Listens; `folders` are hunts', studies', or have some in them.
    pub fn bind(
        address: SocketAddr,
        folders: Vec<PathBuf>,
        gate: Gate,
    ) -> Result<Server, ServeError> {
        let wrap = |source| ServeError::Address { address, source };
        let mut watch = Watch::new(folders)?;
        let listener = TcpListener::bind(address).map_err(wrap)?;
        listener.set_nonblocking(true).map_err(wrap)?;
        let address = listener.local_addr().map_err(wrap)?;
        let hub = Arc::new(Hub::default());
        watch.look(&hub);
        let born = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        Ok(Server {
            listener,
            address,
            watch,
            shared: Arc::new(Shared {
                gate,
                hub,
                reports: Reports::default(),
                connections: AtomicUsize::new(0),
                watching: AtomicUsize::new(0),
                stopping: AtomicBool::new(false),
                born: born.map_or(0, |since| since.as_millis()),
            }),
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `stop` turns true.
    pub fn run(self, stop: &AtomicBool) {
        let Server {
            listener,
            watch,
            shared,
            ..
        } = self;
        let stopped = || stop.load(Ordering::SeqCst);
        std::thread::scope(|scope| {
            scope.spawn(|| watch::run(watch, &shared.hub, &stopped));
            let counted = shared.clone();
            let crew = Crew::new(move |stream| {
                let _ = serve(&counted, stream);
                counted.connections.fetch_sub(1, Ordering::SeqCst);
            });
            while !stopped() {
                if wait(&listener) {
                    accept(&listener, &crew, &shared.connections);
                }
            }
            shared.stopping.store(true, Ordering::SeqCst);
        });
    }
}

/// Waits a moment for somebody to come.
fn wait(listener: &TcpListener) -> bool {
    let moment = Timespec {
        tv_sec: 0,
        tv_nsec: 200_000_000,
    };
    let mut polled = [PollFd::new(listener, PollFlags::IN)];
    poll(&mut polled, Some(&moment)).is_ok_and(|ready| ready > 0)
}

fn accept(listener: &TcpListener, crew: &Crew, connections: &AtomicUsize) {
    let Ok((stream, _)) = listener.accept() else {
        // No descriptor may be free: whoever waits does so a moment longer.
        return std::thread::sleep(Duration::from_millis(10));
    };
    if connections.fetch_add(1, Ordering::SeqCst) < MOST {
        if !crew.answer(stream) {
            connections.fetch_sub(1, Ordering::SeqCst);
        }
        return;
    }
    connections.fetch_sub(1, Ordering::SeqCst);
    let head = Answer::refusal(Status::Busy).head();
    let _ = stream.set_write_timeout(Some(Duration::from_millis(100)));
    let _ = (&stream).write_all(format!("{head}Content-Length: 0\r\n\r\n").as_bytes());
}

/// Answers one request.
fn serve(shared: &Shared, mut stream: TcpStream) -> std::io::Result<()> {
    let request = match Request::read(&mut stream) {
        Ok(request) => request,
        Err(Refused::Gone) => return Ok(()),
        Err(Refused::With(status)) => {
            Answer::refusal(status).send(&stream, true)?;
            end(&stream);
            return Ok(());
        }
    };
    let place = match shared.gate.check(&request) {
        Ok(Pass::In) => Place::of(&request.path),
        Ok(Pass::WithCookie(token)) => {
            return with_cookie(&request, &token).send(&stream, request.body);
        }
        Err(status) => Err(status),
    };
    if place == Ok(Place::Events) && request.body {
        return events(shared, &stream);
    }
    let answer = place.map(|place| answer(shared, &request, &place));
    answer
        .unwrap_or_else(Answer::refusal)
        .send(&stream, request.body)
}

/// Keeps the token where it is not seen, and goes to the same place without it.
fn with_cookie(request: &Request, token: &str) -> Answer {
    // The path was sent by the browser, but a foreign page may have made it up.
    let to = match Place::of(&request.path) {
        Ok(_) => request.path.clone(),
        Err(_) => "/".into(),
    };
    let mut answer = Answer::redirection(to);
    let cookie = format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/");
    answer.headers.push(("Set-Cookie", cookie));
    answer
}

fn answer(shared: &Shared, request: &Request, place: &Place) -> Answer {
    let edition = shared.hub.last();
    let folder = |known: &[(String, PathBuf)], slug: &str| -> Option<PathBuf> {
        let found = known.iter().find(|(name, _)| name == slug);
        found.map(|(_, folder)| folder.clone())
    };
    let of = |folder: Option<PathBuf>, answer: &dyn Fn(&Path) -> Answer| match folder {
        Some(folder) => answer(&folder),
        None => Answer::refusal(Status::NotFound),
    };
    match place {
        Place::Front | Place::Events => {
            let name = format!("{}-{}", shared.born, edition.number);
            Answer::text(HTML, edition.page.clone()).known_as(&name, request)
        }
        Place::WithSlash => Answer::redirection(format!("{}/", request.path)),
        Place::Report(slug) => of(folder(&edition.hunts, slug), &|folder| match shared
            .reports
            .of(slug, folder)
        {
            Ok(page) => Answer::text(HTML, page),
            Err(why) => Answer::text("text/plain; charset=utf-8", why.into_bytes()),
        }),
        Place::OfHunt(slug, steps) => of(folder(&edition.hunts, slug), &|folder| {
            files::answer(folder, &request.path, steps, false)
        }),
        Place::OfStudy(slug, steps) => of(folder(&edition.studies, slug), &|folder| {
            files::answer(folder, &request.path, steps, true)
        }),
    }
}

/// Tells a watcher what changes, as long as there is one.
fn events(shared: &Shared, stream: &TcpStream) -> std::io::Result<()> {
    let watching = shared.watching.fetch_add(1, Ordering::SeqCst);
    let told = match watching < MOST_WATCHING {
        true => tell(shared, stream),
        false => Answer::refusal(Status::Busy).send(stream, true),
    };
    shared.watching.fetch_sub(1, Ordering::SeqCst);
    told
}

fn tell(shared: &Shared, stream: &TcpStream) -> std::io::Result<()> {
    let head = Answer::text("text/event-stream", Vec::new()).head();
    let say = |text: &str| Timed::new(stream, EVENT).write_all(text.as_bytes());
    say(&format!("{head}Connection: close\r\n\r\nretry: 1000\n\n"))?;
    let mut number = 0;
    while !shared.stopping.load(Ordering::SeqCst) {
        match shared.hub.after(number, HEARTBEAT) {
            Some(edition) => {
                say(&format!("data: {}\n\n", edition.since(number)))?;
                number = edition.number;
            }
            None => say(": nothing new\n\n")?,
        }
    }
    Ok(())
}
