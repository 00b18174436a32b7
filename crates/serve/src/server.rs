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
    watching: AtomicUsize,
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
                watching: AtomicUsize::new(0),
                born: born.map_or(0, |since| since.as_millis()),
            }),
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `stop` turns true.
    pub fn run(self, stop: &AtomicBool) -> Result<(), ServeError> {
        let Server {
            listener,
            address,
            watch,
            shared,
        } = self;
        let answering = shared.clone();
        let crew = Crew::start(listener, MOST, move |stream, too_many| {
            // Whoever went away is told nothing.
            let _ = match too_many {
                true => refuse(&stream),
                false => serve(&answering, stream),
            };
        });
        let crew = crew.map_err(|source| ServeError::Address { address, source })?;
        watch::run(watch, &shared.hub, &|| stop.load(Ordering::SeqCst));
        crew.stop();
        shared.hub.close();
        Ok(())
    }
}

/// Says that there are too many, to somebody whose request is not read.
fn refuse(stream: &TcpStream) -> std::io::Result<()> {
    let head = Answer::refusal(Status::Busy).head();
    let text = format!("{head}Content-Length: 0\r\nConnection: close\r\n\r\n");
    Timed::new(stream, Duration::from_millis(100)).write_all(text.as_bytes())
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
    while !shared.hub.is_closed() {
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
