//! Who may ask: the host's name, the origin and the token of a request.
//!
//! A page of another site can make a browser send requests here, under whatever name its own server
//! gives this address. It cannot choose the names that we take, nor read what it has no token for.

use crate::error::ServeError;
use crate::http::{Request, Status};
use std::io::Read;
use std::net::IpAddr;

/// What is asked of every request.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    /// Names of this machine that are taken, beside addresses and `localhost`.
    pub hosts: Vec<String>,
    /// The token, where one is needed.
    pub token: Option<String>,
    /// Whether only this machine can ask; then only its own names are taken.
    pub loopback: bool,
}

/// What a request may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    /// It is answered.
    In,
    /// It has the token in its address, which is to be kept in a cookie instead.
    WithCookie(String),
}

impl Gate {
    /// Lets a request in, or says why not.
    pub(crate) fn check(&self, request: &Request) -> Result<Pass, Status> {
        let host = request.header("host")?.ok_or(Status::BadRequest)?;
        if !self.takes(name_of(host)) {
            return Err(Status::Foreign);
        }
        if let Some(origin) = request.header("origin")? {
            let own = |scheme: &str| origin.strip_prefix(scheme) == Some(host);
            if !own("http://") && !own("https://") {
                return Err(Status::Forbidden);
            }
        }
        // A link on another page may lead here; a script or a picture of it may not ask.
        let site = request.header("sec-fetch-site")?;
        let same = matches!(site, None | Some("same-origin" | "none"));
        let follows = request.header("sec-fetch-mode")? == Some("navigate");
        if !same && !follows {
            return Err(Status::Forbidden);
        }
        self.check_token(request)
    }

    fn check_token(&self, request: &Request) -> Result<Pass, Status> {
        let Some(token) = &self.token else {
            return Ok(Pass::In);
        };
        let same = |given: &str| is_same(given.as_bytes(), token.as_bytes());
        let asked = request.query.split('&');
        let mut asked = asked.filter_map(|pair| pair.strip_prefix("token="));
        if let Some(given) = asked.next() {
            return match same(given) {
                true => Ok(Pass::WithCookie(token.clone())),
                false => Err(Status::NoToken),
            };
        }
        let bearer = request.header("authorization")?;
        let bearer = bearer.and_then(|value| value.strip_prefix("Bearer "));
        let cookies = request.header("cookie")?.unwrap_or_default().split(';');
        let cookie = cookies
            .filter_map(|pair| pair.trim().strip_prefix(COOKIE))
            .find_map(|value| value.strip_prefix('='));
        match bearer.or(cookie) {
            Some(given) if same(given) => Ok(Pass::In),
            _ => Err(Status::NoToken),
        }
    }

    /// Whether a name is this machine's. An address cannot be given to another machine's name.
    fn takes(&self, name: &str) -> bool {
        let known = |host: &String| host.eq_ignore_ascii_case(name);
        match name.parse::<IpAddr>() {
            _ if self.hosts.iter().any(known) => true,
            Ok(address) => address.is_loopback() || !self.loopback,
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        }
    }
}

/// The name of the cookie that keeps the token.
pub(crate) const COOKIE: &str = "gadfly-token";

/// A host's name without its port and brackets.
fn name_of(host: &str) -> &str {
    if let Some(rest) = host.strip_prefix('[') {
        return rest.split(']').next().unwrap_or(rest);
    }
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Compares in a time that says nothing about where two texts differ.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    let differ = a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b));
    a.len() == b.len() && differ == 0
}

/// A token that nobody guesses.
pub fn new_token() -> Result<String, ServeError> {
    let mut bytes = [0; 16];
    let read = std::fs::File::open("/dev/urandom").and_then(|mut file| file.read_exact(&mut bytes));
    read.map_err(ServeError::Token)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(gate: &Gate, target: &str, headers: &str) -> Result<Pass, Status> {
        let text = format!("GET {target} HTTP/1.1{}", headers.replace('\n', "\r\n"));
        gate.check(&crate::http::parsed(text.as_bytes()).unwrap())
    }

    #[test]
    fn foreign_names_and_origins_stay_out() {
        let gate = Gate {
            loopback: true,
            hosts: vec!["hunter.example".into()],
            ..Gate::default()
        };
        for host in [
            "localhost:8642",
            "127.0.0.1:8642",
            "[::1]:8642",
            "LOCALHOST",
            "hunter.example:1",
        ] {
            assert_eq!(check(&gate, "/", &format!("\nHost: {host}")), Ok(Pass::In));
        }
        for host in [
            "evil.example",
            "10.0.0.7:8642",
            "localhost.evil.example",
            "",
        ] {
            let refused = check(&gate, "/", &format!("\nHost: {host}"));
            assert_eq!(refused, Err(Status::Foreign), "{host}");
        }
        assert_eq!(check(&gate, "/", ""), Err(Status::BadRequest));
        let of = |more: &str| check(&gate, "/", &format!("\nHost: localhost:1\n{more}"));
        assert_eq!(of("Origin: http://localhost:1"), Ok(Pass::In));
        for foreign in [
            "Origin: http://evil.example",
            "Origin: http://localhost:2",
            "Origin: null",
            "Sec-Fetch-Site: cross-site",
            "Sec-Fetch-Site: same-site\nSec-Fetch-Mode: no-cors",
        ] {
            assert_eq!(of(foreign), Err(Status::Forbidden), "{foreign}");
        }
        let link = "Sec-Fetch-Site: cross-site\nSec-Fetch-Mode: navigate";
        assert_eq!(of(link), Ok(Pass::In));
        let open = Gate::default();
        assert_eq!(check(&open, "/", "\nHost: 10.0.0.7:8642"), Ok(Pass::In));
        let named = check(&open, "/", "\nHost: evil.example");
        assert_eq!(named, Err(Status::Foreign));
    }

    #[test]
    fn a_token_is_asked_for_and_kept() {
        let gate = Gate {
            token: Some("s3cret".into()),
            ..Gate::default()
        };
        let of =
            |target: &str, more: &str| check(&gate, target, &format!("\nHost: localhost{more}"));
        let kept = Pass::WithCookie("s3cret".into());
        assert_eq!(of("/?a=1&token=s3cret", ""), Ok(kept));
        assert_eq!(of("/", "\nCookie: x=1; gadfly-token=s3cret"), Ok(Pass::In));
        assert_eq!(of("/", "\nAuthorization: Bearer s3cret"), Ok(Pass::In));
        for (target, more) in [
            ("/", ""),
            ("/?token=", ""),
            ("/?token=s3cre", "\nCookie: gadfly-token=s3cret"),
            ("/?token=s3cretx", ""),
            ("/", "\nCookie: gadfly-token=other"),
            ("/", "\nAuthorization: Bearer "),
        ] {
            assert_eq!(of(target, more), Err(Status::NoToken), "{target} {more}");
        }
    }

    #[test]
    fn tokens_differ() {
        let [a, b] = [new_token().unwrap(), new_token().unwrap()];
        assert!(a != b && a.len() == 32);
    }
}
