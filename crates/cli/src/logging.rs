//! `--log`: diagnostics on standard error.

struct Stderr;

impl log::Log for Stderr {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.level() <= log::max_level()
    }

    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            let level = record.level().as_str().to_lowercase();
            eprintln!("{level}: {}: {}", record.target(), record.args());
        }
    }

    fn flush(&self) {}
}

/// Logs from now on what is at least as important as `level`.
pub(crate) fn start(level: log::LevelFilter) {
    if log::set_logger(&Stderr).is_ok() {
        log::set_max_level(level);
    }
}
