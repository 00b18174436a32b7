//! The guardian's loop: requests, ends of processes, deadlines.

use super::spawner::Spawner;
use super::strays::{Strays, children};
use super::ward::Ward;
use crate::wire::{Report, StartRequest};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendFlags, recvmsg, send};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use std::ffi::OsString;
use std::io::{self, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

/// Where the guardian lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    /// In a process of its own: every child is a solver or what a solver left behind.
    Process,
    /// In a thread of a process that may have children of its own.
    Thread,
}

/// Largest request: command line and environment.
pub(crate) const REQUEST_SIZE: usize = 128 * 1024;

struct Guardian {
    socket: OwnedFd,
    spawner: Spawner,
    strays: Strays,
    wards: Vec<Ward>,
    buffer: Vec<u8>,
}

/// Serves until the owner's end of the socket is closed, then takes everything down.
pub(super) fn serve(socket: OwnedFd, home: Home) -> io::Result<()> {
    let spawner = Spawner::start()?;
    let strays = Strays::new(home, spawner.thread);
    let buffer = vec![0; REQUEST_SIZE];
    let mut guardian = Guardian {
        socket,
        spawner,
        strays,
        wards: Vec::new(),
        buffer,
    };
    while guardian.step()? {}
    guardian.take_all_down(home);
    Ok(())
}

impl Guardian {
    /// Waits for events and handles them; false when the owner is gone.
    fn step(&mut self) -> io::Result<bool> {
        let ready = self.wait()?;
        // Ends first: a request to kill a process that has ended must not reach a stranger.
        for (ward, [_, ended]) in self.wards.iter_mut().zip(&ready.wards) {
            if *ended && !ward.swept() {
                ward.reap();
            }
        }
        for (ward, [spoken, _]) in self.wards.iter_mut().zip(&ready.wards) {
            if *spoken {
                ward.listen();
            }
            ward.kill_if_due();
        }
        self.sweep();
        if ready.request {
            self.answer_request()
        } else {
            Ok(true)
        }
    }

    fn sweep(&mut self) {
        if !self.wards.iter().any(Ward::swept) {
            return;
        }
        let living: Vec<(OsString, Pid)> = self
            .wards
            .iter()
            .filter(|ward| !ward.swept())
            .map(|ward| (ward.mark.clone(), ward.pid))
            .collect();
        let strays = &mut self.strays;
        self.wards.retain_mut(|ward| !ward.sweep(strays, &living));
    }

    fn wait(&self) -> io::Result<Ready> {
        let mut fds = vec![PollFd::new(&self.socket, PollFlags::IN)];
        for ward in &self.wards {
            // A process that is being swept has ended and told all: only time moves it on.
            let events = if ward.swept() {
                PollFlags::empty()
            } else {
                PollFlags::IN
            };
            fds.push(PollFd::new(&ward.control, events));
            fds.push(PollFd::new(&ward.pidfd, events));
        }
        let now = Instant::now();
        let due = self.wards.iter().filter_map(Ward::wakes_at).min();
        let timeout = due.map(|due| timespec(due.saturating_duration_since(now)));
        match poll(&mut fds, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
        let fired: Vec<bool> = fds.iter().map(|fd| !fd.revents().is_empty()).collect();
        let wards = fired[1..]
            .chunks_exact(2)
            .map(|pair| [pair[0], pair[1]])
            .collect();
        Ok(Ready {
            request: fired[0],
            wards,
        })
    }

    fn answer_request(&mut self) -> io::Result<bool> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(4))];
        let mut ancillary = RecvAncillaryBuffer::new(&mut space);
        let mut slices = [IoSliceMut::new(&mut self.buffer)];
        let flags = RecvFlags::DONTWAIT | RecvFlags::CMSG_CLOEXEC;
        let length = match recvmsg(&self.socket, &mut slices, &mut ancillary, flags) {
            Ok(message) if message.bytes == 0 => return Ok(false),
            Ok(message) => message.bytes,
            Err(Errno::AGAIN | Errno::INTR) => return Ok(true),
            Err(_) => return Ok(false),
        };
        let fds: Vec<OwnedFd> = ancillary
            .drain()
            .filter_map(|message| match message {
                RecvAncillaryMessage::ScmRights(fds) => Some(fds),
                _ => None,
            })
            .flatten()
            .collect();
        let request = StartRequest::decode(&self.buffer[..length]);
        if let (Some(request), Ok(fds)) = (request, <[OwnedFd; 4]>::try_from(fds)) {
            let [stdin, stdout, stderr, control] = fds;
            self.start(request, [stdin, stdout, stderr], control);
        }
        Ok(true)
    }

    fn start(&mut self, request: StartRequest, pipes: [OwnedFd; 3], control: OwnedFd) {
        let mark = request.mark.clone();
        let started = self.spawner.spawn(request, pipes).and_then(|child| {
            let control = control.try_clone()?;
            Ward::new(child, mark, control)
        });
        match started {
            Ok(ward) => {
                ward.tell(&Report::Started(ward.pid.as_raw_nonzero().get()));
                self.wards.push(ward);
            }
            Err(error) => {
                let report = Report::Failed(error.raw_os_error().unwrap_or(0));
                let _ = send(&control, &report.encode(), SendFlags::NOSIGNAL);
            }
        }
    }

    /// The owner is gone: nothing may be left.
    fn take_all_down(&mut self, home: Home) {
        let until = Instant::now() + Duration::from_secs(5);
        self.wards.iter_mut().for_each(Ward::kill);
        while !self.wards.is_empty() && Instant::now() < until {
            for ward in self.wards.iter_mut().filter(|ward| !ward.swept()) {
                ward.reap();
            }
            self.sweep();
            std::thread::sleep(Duration::from_millis(1));
        }
        let reap = WaitIdOptions::EXITED | WaitIdOptions::NOHANG;
        while home == Home::Process && Instant::now() < until {
            match waitid(WaitId::All, reap) {
                Err(_) => break,
                Ok(Some(_)) => continue,
                Ok(None) => children().into_iter().for_each(|pid| {
                    let _ = kill_process(pid, Signal::KILL);
                }),
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// What happened: on the main socket, and for each ward on its control socket and its process.
struct Ready {
    request: bool,
    wards: Vec<[bool; 2]>,
}

fn timespec(duration: Duration) -> Timespec {
    Timespec::try_from(duration).unwrap_or(Timespec {
        tv_sec: 1,
        tv_nsec: 0,
    })
}
