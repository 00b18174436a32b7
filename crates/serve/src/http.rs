//! As much of HTTP/1.1 as a page needs: one request a connection, bounded in size and time.

use std::fmt::Write as _;
use std::io::{self, IoSlice, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The longest head of a request.
const MOST_HEAD: usize = 8 * 1024;
/// How long a client may take for its request.
const ASKING: Duration = Duration::from_secs(5);
/// How long it may take to read the answer.
const READING: Duration = Duration::from_secs(60);

/// A request's head.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    /// Whether the body is wanted: GET, not HEAD.
    pub(crate) body: bool,
    /// The path, as it was sent.
    pub(crate) path: String,
    /// What stands behind the question mark.
    pub(crate) query: String,
    /// The headers: name in small letters, and value.
    headers: Vec<(String, String)>,
}

impl Request {
    /// A header that may stand once; `Err` where it stands twice.
    pub(crate) fn header(&self, name: &str) -> Result<Option<&str>, Status> {
        let mut found = self.headers.iter().filter(|(known, _)| known == name);
        match (found.next(), found.next()) {
            (Some(_), Some(_)) => Err(Status::BadRequest),
            (first, _) => Ok(first.map(|(_, value)| value.as_str())),
        }
    }

    /// Reads a request's head.
    pub(crate) fn read(stream: &mut TcpStream) -> Result<Request, Refused> {
        let deadline = Instant::now() + ASKING;
        let mut head = Vec::new();
        let mut piece = [0; 2048];
        loop {
            if let Some(end) = head.windows(4).position(|four| four == b"\r\n\r\n") {
                return Request::parse(&head[..end]).map_err(Refused::With);
            }
            if head.len() > MOST_HEAD {
                return Err(Refused::With(Status::TooLarge));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Refused::With(Status::TooSlow));
            }
            stream
                .set_read_timeout(Some(left))
                .map_err(|_| Refused::Gone)?;
            match stream.read(&mut piece) {
                Ok(0) => return Err(Refused::Gone),
                Ok(count) => head.extend_from_slice(&piece[..count]),
                Err(error) if is_timeout(&error) => return Err(Refused::With(Status::TooSlow)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(Refused::Gone),
            }
        }
    }

    fn parse(head: &[u8]) -> Result<Request, Status> {
        let head = std::str::from_utf8(head).map_err(|_| Status::BadRequest)?;
        let mut lines = head.split("\r\n");
        let mut words = lines.next().unwrap_or_default().split(' ');
        let (method, target, version) = (words.next(), words.next(), words.next());
        let body = match method {
            Some("GET") => true,
            Some("HEAD") => false,
            _ => return Err(Status::NotAllowed),
        };
        let target = target.filter(|target| target.starts_with('/'));
        let target = target.ok_or(Status::BadRequest)?;
        let is_http = matches!(version, Some("HTTP/1.1" | "HTTP/1.0"));
        if !is_http || words.next().is_some() {
            return Err(Status::BadRequest);
        }
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let header = |line: &str| {
            let (name, value) = line.split_once(':')?;
            let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
            let fine = !name.is_empty() && name.chars().all(plain);
            fine.then(|| (name.to_ascii_lowercase(), value.trim().to_string()))
        };
        let headers: Option<Vec<_>> = lines.map(header).collect();
        let request = Request {
            body,
            path: path.to_string(),
            query: query.to_string(),
            headers: headers.ok_or(Status::BadRequest)?,
        };
        let long = request.header("content-length")?.unwrap_or("0");
        if long != "0" || request.header("transfer-encoding")?.is_some() {
            return Err(Status::HasBody);
        }
        Ok(request)
    }
}

/// Why a request is not answered as it wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The client went away.
    Gone,
    /// It is told why.
    With(Status),
}

/// How an answer begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Fine,
    SeeOther,
    Unchanged,
    BadRequest,
    NoToken,
    Forbidden,
    NotFound,
    NotAllowed,
    TooSlow,
    HasBody,
    TooLarge,
    Foreign,
    Busy,
}

impl Status {
    fn line(self) -> &'static str {
        match self {
            Status::Fine => "200 OK",
            Status::SeeOther => "303 See Other",
            Status::Unchanged => "304 Not Modified",
            Status::BadRequest => "400 Bad Request",
            Status::NoToken => "401 Unauthorized",
            Status::Forbidden => "403 Forbidden",
            Status::NotFound => "404 Not Found",
            Status::NotAllowed => "405 Method Not Allowed",
            Status::TooSlow => "408 Request Timeout",
            Status::HasBody => "413 Content Too Large",
            Status::TooLarge => "431 Request Header Fields Too Large",
            Status::Foreign => "421 Misdirected Request",
            Status::Busy => "503 Service Unavailable",
        }
    }

    /// What a person reads.
    fn sentence(self) -> &'static str {
        match self {
            Status::Fine | Status::SeeOther | Status::Unchanged => "",
            Status::BadRequest => "This is no request that gadfly understands.",
            Status::NoToken => "A token is needed: open the address that gadfly serve printed.",
            Status::Forbidden => "Another site's pages get nothing from here.",
            Status::NotFound => "There is nothing here.",
            Status::NotAllowed => "Nothing can be changed here: only GET and HEAD are answered.",
            Status::TooSlow => "The request took too long.",
            Status::HasBody => "A request may have no body.",
            Status::TooLarge => "The request is too long.",
            Status::Foreign => {
                "This host's name is not known here: give it with `gadfly serve --host NAME`."
            }
            Status::Busy => "Too many connections: try again in a while.",
        }
    }
}

/// What an answer holds.
pub(crate) enum Body {
    /// What was rendered.
    Text(Arc<[u8]>),
    /// A file of a hunt or a study, and its length.
    File(std::fs::File, u64),
}

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: Status,
    /// The media type.
    pub(crate) kind: &'static str,
    /// More headers.
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Body,
}

impl Answer {
    /// What was rendered.
    pub(crate) fn text(kind: &'static str, text: impl Into<Arc<[u8]>>) -> Answer {
        Answer {
            status: Status::Fine,
            kind,
            headers: Vec::new(),
            body: Body::Text(text.into()),
        }
    }

    /// Why there is nothing.
    pub(crate) fn refusal(status: Status) -> Answer {
        let text = format!("{}\n", status.sentence());
        Answer {
            status,
            ..Answer::text("text/plain; charset=utf-8", text.into_bytes())
        }
    }

    /// Goes elsewhere.
    pub(crate) fn redirection(to: String) -> Answer {
        Answer {
            headers: vec![("Location", to)],
            ..Answer::refusal(Status::SeeOther)
        }
    }

    /// Gives it a name by which a browser that has it already asks whether it changed.
    pub(crate) fn known_as(mut self, name: &str, request: &Request) -> Answer {
        let tag = format!("\"{name}\"");
        let asked = request.header("if-none-match").ok().flatten();
        if asked == Some(&tag) {
            self = Answer {
                status: Status::Unchanged,
                ..Answer::text(self.kind, Vec::new())
            };
        }
        self.headers.push(("ETag", tag));
        self
    }

    /// Sends it whole.
    pub(crate) fn send(self, mut stream: &TcpStream, with_body: bool) -> io::Result<()> {
        let length = match &self.body {
            Body::Text(text) => text.len() as u64,
            Body::File(_, length) => *length,
        };
        let mut out = Timed::new(stream, READING);
        let mut head = self.head();
        // What did not change has the length that it had.
        if self.status != Status::Unchanged {
            let _ = write!(head, "Content-Length: {length}\r\n");
        }
        head.push_str("Connection: close\r\n\r\n");
        match self.body {
            // In one piece, so that the client is woken once.
            Body::Text(text) if with_body => out.write_both(head.as_bytes(), &text)?,
            Body::File(file, _) if with_body => {
                out.write_all(head.as_bytes())?;
                // No more than was said, even if the file has grown.
                io::copy(&mut file.take(length), &mut out)?;
            }
            _ => out.write_all(head.as_bytes())?,
        }
        stream.flush()
    }

    /// The head, but for its last lines.
    pub(crate) fn head(&self) -> String {
        let policy = gadfly_report::html::policy();
        let mut head = format!(
            "HTTP/1.1 {}\r\nContent-Type: {}\r\n\
             Content-Security-Policy: {policy}; frame-ancestors 'none'\r\n\
             X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n\
             Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\
             Cross-Origin-Opener-Policy: same-origin\r\nCache-Control: private, no-cache\r\n",
            self.status.line(),
            self.kind
        );
        for (name, value) in &self.headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        head
    }
}

/// Ends a connection so that what was sent arrives though not all was read that the client says: a little
/// more of that is read and forgotten.
pub(crate) fn end(mut stream: &TcpStream) {
    let _ = stream.shutdown(Shutdown::Write);
    let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
    let mut rest = [0; 4096];
    for _ in 0..16 {
        if stream.read(&mut rest).map_or(true, |count| count == 0) {
            return;
        }
    }
}

/// A connection on which all that is written must be taken within a time.
pub(crate) struct Timed<'a> {
    stream: &'a TcpStream,
    deadline: Instant,
}

impl<'a> Timed<'a> {
    pub(crate) fn new(stream: &'a TcpStream, time: Duration) -> Timed<'a> {
        Timed {
            stream,
            deadline: Instant::now() + time,
        }
    }
}

impl Timed<'_> {
    /// Writes two pieces after each other.
    fn write_both(&mut self, first: &[u8], second: &[u8]) -> io::Result<()> {
        self.stream.set_write_timeout(Some(self.left()?))?;
        let mut stream = self.stream;
        let done = stream.write_vectored(&[IoSlice::new(first), IoSlice::new(second)])?;
        self.write_all(&first[done.min(first.len())..])?;
        self.write_all(&second[done.saturating_sub(first.len())..])
    }

    fn left(&self) -> io::Result<Duration> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        match left.is_zero() {
            true => Err(io::ErrorKind::TimedOut.into()),
            false => Ok(left),
        }
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(Some(self.left()?))?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

fn is_timeout(error: &io::Error) -> bool {
    use io::ErrorKind::{TimedOut, WouldBlock};
    matches!(error.kind(), TimedOut | WouldBlock)
}

/// A request's head for tests.
#[cfg(test)]
pub(crate) fn parsed(head: &[u8]) -> Result<Request, Status> {
    Request::parse(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read_or_refused() {
        let head = b"GET /a%20b?token=1 HTTP/1.1\r\nHost: x:1\r\nORIGIN: http://x:1";
        let request = Request::parse(head).unwrap();
        assert_eq!((&*request.path, &*request.query), ("/a%20b", "token=1"));
        assert_eq!(request.header("host"), Ok(Some("x:1")));
        assert_eq!(request.header("origin"), Ok(Some("http://x:1")));
        assert_eq!(request.header("cookie"), Ok(None));
        let refused: [(&[u8], Status); 9] = [
            (b"POST / HTTP/1.1", Status::NotAllowed),
            (b"", Status::NotAllowed),
            (b"GET http://x/ HTTP/1.1", Status::BadRequest),
            (b"GET / HTTP/2", Status::BadRequest),
            (b"GET / HTTP/1.1 more", Status::BadRequest),
            (b"GET / HTTP/1.1\r\nno header", Status::BadRequest),
            (b"GET / HTTP/1.1\r\nHost : x", Status::BadRequest),
            (b"GET / HTTP/1.1\r\nContent-Length: 3", Status::HasBody),
            (
                b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked",
                Status::HasBody,
            ),
        ];
        for (head, status) in refused {
            assert_eq!(Request::parse(head).err(), Some(status));
        }
        let twice = Request::parse(b"GET / HTTP/1.1\r\nHost: a\r\nHost: b").unwrap();
        assert_eq!(twice.header("host"), Err(Status::BadRequest));
    }
}
