//! Messages between us and the guardian: small packets on sockets that keep their boundaries.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::time::Duration;

/// Both sides must speak the same version; a stale binary on disk is not used.
pub(crate) const VERSION: &str = concat!("gadfly-guardian 3 ", env!("CARGO_PKG_VERSION"));

/// "Start this": sent on the guardian's main socket with the ends of three pipes and of the
/// control socket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StartRequest {
    /// What marks the process and its children in their environment.
    pub mark: OsString,
    pub program: OsString,
    pub folder: OsString,
    pub args: Vec<OsString>,
    pub env: Vec<(OsString, OsString)>,
    /// `RLIMIT_AS`, 0 for none.
    pub address_space: u64,
    /// `RLIMIT_CPU`, 0 for none.
    pub cpu_seconds: u64,
    /// What it may do, where it is confined.
    pub fence: Option<Fenced>,
}

/// What a confined process may do.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Fenced {
    /// Where it may write.
    pub writes: Vec<OsString>,
    pub network: bool,
}

/// What the guardian says on the control socket of one process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Report {
    Started(i32),
    /// The operating system's error number, 0 if there is none.
    Failed(i32),
    Ended(Ended),
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ended {
    pub code: Option<i32>,
    pub signal: Option<i32>,
    pub cpu: Duration,
    pub peak_memory: u64,
}

#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, value: u64) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }
    fn text(&mut self, value: &OsStr) {
        self.number(value.len() as u64);
        self.0.extend_from_slice(value.as_bytes());
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(head)
    }
    fn number(&mut self) -> Option<u64> {
        self.take(8)?.try_into().ok().map(u64::from_le_bytes)
    }
    fn text(&mut self) -> Option<OsString> {
        let length = self.number()?;
        Some(OsString::from_vec(
            self.take(usize::try_from(length).ok()?)?.to_vec(),
        ))
    }
}

impl StartRequest {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        for text in [&self.mark, &self.program, &self.folder] {
            writer.text(text);
        }
        writer.number(self.args.len() as u64);
        self.args.iter().for_each(|arg| writer.text(arg));
        writer.number(self.env.len() as u64);
        for (name, value) in &self.env {
            writer.text(name);
            writer.text(value);
        }
        writer.number(self.address_space);
        writer.number(self.cpu_seconds);
        writer.number(self.fence.is_some().into());
        if let Some(fence) = &self.fence {
            writer.number(fence.network.into());
            writer.number(fence.writes.len() as u64);
            fence.writes.iter().for_each(|path| writer.text(path));
        }
        writer.0
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader(bytes);
        let (mark, program, folder) = (reader.text()?, reader.text()?, reader.text()?);
        let args = (0..reader.number()?)
            .map(|_| reader.text())
            .collect::<Option<_>>()?;
        let env = (0..reader.number()?)
            .map(|_| Some((reader.text()?, reader.text()?)))
            .collect::<Option<_>>()?;
        let (address_space, cpu_seconds) = (reader.number()?, reader.number()?);
        let fence = match reader.number()? {
            0 => None,
            _ => Some(Fenced {
                network: reader.number()? != 0,
                writes: (0..reader.number()?)
                    .map(|_| reader.text())
                    .collect::<Option<_>>()?,
            }),
        };
        Some(StartRequest {
            mark,
            program,
            folder,
            args,
            env,
            address_space,
            cpu_seconds,
            fence,
        })
    }
}

impl Report {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let fields = match self {
            Report::Started(pid) => [0, *pid as u64, 0, 0],
            Report::Failed(errno) => [1, *errno as u64, 0, 0],
            Report::Ended(ended) => {
                let (kind, value) = match (ended.code, ended.signal) {
                    (Some(code), _) => (2, code as u64),
                    (None, signal) => (3, signal.unwrap_or(0) as u64),
                };
                [kind, value, ended.cpu.as_nanos() as u64, ended.peak_memory]
            }
        };
        let mut writer = Writer::default();
        fields.into_iter().for_each(|field| writer.number(field));
        writer.0
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader(bytes);
        let (kind, value) = (reader.number()?, reader.number()? as i32);
        let (cpu, peak_memory) = (Duration::from_nanos(reader.number()?), reader.number()?);
        let ended = |code, signal| {
            Report::Ended(Ended {
                code,
                signal,
                cpu,
                peak_memory,
            })
        };
        match kind {
            0 => Some(Report::Started(value)),
            1 => Some(Report::Failed(value)),
            2 => Some(ended(Some(value), None)),
            3 => Some(ended(None, Some(value))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_survive_the_wire() {
        let request = StartRequest {
            mark: "12-3".into(),
            program: "/bin/z3".into(),
            folder: "/tmp".into(),
            args: vec!["-in".into(), OsString::from_vec(vec![0xff, b'x'])],
            env: vec![("A".into(), "".into())],
            address_space: 1 << 40,
            cpu_seconds: 7,
            fence: Some(Fenced {
                writes: vec!["/tmp".into()],
                network: true,
            }),
        };
        let bytes = request.encode();
        assert_eq!(StartRequest::decode(&bytes), Some(request));
        assert_eq!(StartRequest::decode(&bytes[..bytes.len() - 1]), None);
        for (code, signal) in [(Some(-1), None), (None, Some(11))] {
            let cpu = Duration::from_nanos(123_456_789);
            let report = Report::Ended(Ended {
                code,
                signal,
                cpu,
                peak_memory: 5,
            });
            assert_eq!(Report::decode(&report.encode()), Some(report));
        }
        for report in [Report::Started(77), Report::Failed(2)] {
            assert_eq!(Report::decode(&report.encode()), Some(report));
        }
        assert_eq!(Report::decode(b"short"), None);
    }
}
