//! What the machine was, for whoever reads the figures.

/// Processor, cores, memory, system and load, one line each.
pub fn machine() -> Vec<(String, String)> {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let field = |text: &str, name: &str| {
        let line = text.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_string())
    };
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let processor = field(&read("/proc/cpuinfo"), "model name").unwrap_or("unknown".into());
    let memory = field(&read("/proc/meminfo"), "MemTotal").unwrap_or("unknown".into());
    let load = read("/proc/loadavg");
    let load: Vec<&str> = load.split_whitespace().take(3).collect();
    vec![
        ("processor".into(), format!("{processor}, {cores} cores")),
        ("memory".into(), memory),
        (
            "system".into(),
            read("/proc/version")
                .split_whitespace()
                .take(3)
                .collect::<Vec<_>>()
                .join(" "),
        ),
        ("load when this page was written".into(), load.join(" ")),
    ]
}
