//! Options that mean the same in every command that has them. A command with another default says so
//! with `mut_arg`.

use crate::quantity;
use clap::Args;
use gadfly_campaign::cores;
use gadfly_exec::Limits;
use std::time::Duration;

/// How much is done at once.
#[derive(Args, Clone, Debug)]
pub(crate) struct Jobs {
    /// How much is done at once [default: one a core]
    #[arg(long, short, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

impl Jobs {
    /// What was asked for.
    pub(crate) fn asked(&self) -> Option<usize> {
        self.jobs.map(usize::from)
    }

    /// What was asked for, or one a core.
    pub(crate) fn count(&self) -> usize {
        self.asked().unwrap_or_else(cores)
    }
}

/// How long one run of a solver may take.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Timeout {
    /// The most CPU time of a solver run; on the wall's clock it may take several times as long
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = quantity::duration)]
    timeout: Duration,
}

impl Timeout {
    /// CPU time.
    pub(crate) fn cpu(&self) -> Duration {
        self.timeout
    }

    /// The same as limits.
    pub(crate) fn limits(&self) -> Limits {
        Limits::default().timed(self.timeout)
    }
}

/// How much one run of a solver may take.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct RunLimits {
    #[command(flatten)]
    timeout: Timeout,
    /// The most memory of a solver run; 0 is no limit
    #[arg(long, value_name = "SIZE", default_value = "2g", value_parser = quantity::bytes)]
    memory: u64,
}

impl RunLimits {
    /// CPU time.
    pub(crate) fn cpu(&self) -> Duration {
        self.timeout.cpu()
    }

    /// Bytes.
    pub(crate) fn memory(&self) -> u64 {
        self.memory
    }

    /// Both as limits.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            memory: Some(self.memory),
            ..self.timeout.limits()
        }
    }
}

/// What every random choice hangs on.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Seed {
    /// Fixes every random choice
    #[arg(long = "seed", id = "seed", value_name = "N", default_value_t = 0)]
    pub(crate) number: u64,
}
