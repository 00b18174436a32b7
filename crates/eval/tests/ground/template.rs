//! Kinds of ground terms, from `templates.txt`.

/// A kind of term.
pub(crate) struct Template {
    pub(crate) theory: &'static str,
    pub(crate) solvers: &'static str,
    /// The letter of its placeholders' sort, `-` for none.
    pub(crate) result: char,
    pub(crate) text: &'static str,
}

/// All templates.
pub(crate) fn templates() -> Vec<Template> {
    let lines = include_str!("templates.txt")
        .lines()
        .filter(|l| !l.starts_with('#') && !l.is_empty());
    lines
        .map(|line| {
            let mut parts = line.splitn(4, ' ');
            let mut next = || parts.next().unwrap_or_default();
            Template {
                theory: next(),
                solvers: next(),
                result: next().chars().next().unwrap_or('-'),
                text: next(),
            }
        })
        .collect()
}
