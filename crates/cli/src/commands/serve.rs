//! `gadfly serve`: a live page over hunts and studies.

use crate::exit::{Context, Exit, Failure};
use crate::interrupt;
use crate::ui::Ui;
use clap::Args;
use gadfly_serve::{Gate, Server, new_token};
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Show hunts and studies live in a browser
#[derive(Args)]
#[command(after_help = "Examples:
  gadfly serve                              whatever is in the current folder
  gadfly serve hunt                         one hunt
  gadfly serve nights/*                     several nights, with what became of
                                            their findings
  gadfly serve shards --listen 0.0.0.0:8642 for others: with a token

It only reads, and may be started, stopped and killed at any time. On another
address than this machine's own it asks for a token: it is part of the address
that is printed. On a machine that you share, give one with --token-file; other
users can reach 127.0.0.1, too. Ctrl-C ends it.")]
pub(crate) struct Serve {
    /// Folders of hunts and studies, or folders that have some in them
    #[arg(default_value = ".", value_name = "DIR")]
    dirs: Vec<PathBuf>,
    /// Where to listen; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:8642", value_name = "ADDRESS:PORT")]
    listen: SocketAddr,
    /// A name of this machine that browsers may ask for (repeatable)
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// A file whose first line is the token to ask for [default: a new one where others can ask]
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
}

impl Serve {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let loopback = self.listen.ip().is_loopback();
        let token = match &self.token_file {
            Some(file) => Some(token_of(file)?),
            None if loopback => None,
            None => Some(new_token().map_err(Failure::new)?),
        };
        let gate = Gate {
            hosts: self.hosts,
            token: token.clone(),
            loopback,
        };
        let server = Server::bind(self.listen, self.dirs, gate).map_err(Failure::new)?;
        let stop = interrupt::silent_flag()?;
        let mut address = format!("http://{}/", server.address());
        if let Some(token) = token {
            address = format!("{address}?token={token}");
        }
        let mut out = ui.out();
        match ui.json {
            true => {
                let object = serde_json::json!({ "address": address });
                ui.json_line(&mut out, "serve/1", &object)?;
            }
            false => writeln!(out, "{address}")?,
        }
        out.flush()?;
        drop(out);
        ui.say("Ctrl-C ends it");
        server.run(&stop).map_err(Failure::new)?;
        Ok(Exit::Done)
    }
}

/// The first line of a file.
fn token_of(file: &PathBuf) -> Result<String, Failure> {
    let text = std::fs::read_to_string(file).context(format!("cannot read {}", file.display()))?;
    let token = text.lines().next().unwrap_or_default().trim();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.~".contains(c);
    if token.len() < 16 || !token.chars().all(plain) {
        return Err(Failure::new(format!(
            "{}: a token has at least 16 letters, digits, `-`, `_`, `.` or `~`, on the first line",
            file.display()
        )));
    }
    Ok(token.to_string())
}
