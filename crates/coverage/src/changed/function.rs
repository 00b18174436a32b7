//! Which function of a C or C++ source a line begins: enough to say whose lines changed.

/// Words that begin statements.
const STATEMENTS: [&str; 14] = [
    "if", "else", "for", "while", "switch", "case", "return", "do", "throw", "delete", "new",
    "goto", "using", "typedef",
];

/// Definitions stand in the first column, or inside a namespace one step further in.
const DEEPEST: usize = 4;

/// The function that this line begins to define, where it looks like one.
pub(super) fn function_in(line: &str) -> Option<String> {
    let indented = line.len() - line.trim_start().len();
    if indented > DEEPEST || line.starts_with('\t') || line.trim_end().ends_with(';') {
        return None;
    }
    let (head, _) = line.split_once('(')?;
    let first = head.split_whitespace().next()?;
    let begins = first.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if !begins || STATEMENTS.contains(&first) || head.contains(['=', '.', '"', '#']) {
        return None;
    }
    if head.contains("->") || head.contains("//") {
        return None;
    }
    let name = last_name(head)?;
    let plain = head.trim().len() == name.len();
    (!plain || is_constructor(&name)).then_some(name)
}

/// The function that a hunk's header names, behind its second `@@`.
pub(super) fn named_in_header(text: &str) -> Option<String> {
    let text = text.trim();
    match text.split_once('(') {
        Some((head, _)) => last_name(head),
        // A class, whose members stand in it; a namespace says nothing.
        None => {
            let rest = ["class ", "struct "]
                .iter()
                .find_map(|word| text.strip_prefix(word))?;
            last_name(rest.split([':', '{']).next()?)
        }
    }
}

/// `A::A` and `A::~A` have no type before them.
fn is_constructor(name: &str) -> bool {
    let mut parts = name.rsplit("::");
    match (parts.next(), parts.next()) {
        (Some(last), Some(class)) => {
            let class = class.split('<').next().unwrap_or(class);
            last.trim_start_matches('~') == class
        }
        _ => false,
    }
}

/// The name that ends a text: `br_status seq_rewriter::mk_app` has `seq_rewriter::mk_app`.
fn last_name(text: &str) -> Option<String> {
    let text = text.trim_end();
    let mut depth = 0_u32;
    let mut start = text.len();
    for (at, c) in text.char_indices().rev() {
        match c {
            '>' => depth += 1,
            '<' => depth = depth.saturating_sub(1),
            _ if depth > 0 || c.is_alphanumeric() || "_:~".contains(c) => {}
            _ => break,
        }
        start = at;
    }
    let name = text[start..].trim_start_matches(':');
    let named = name.starts_with(|c: char| c.is_alphabetic() || "_~".contains(c));
    // What stands before the first parenthesis of a call operator is not all of its name.
    let rest = if name.ends_with("operator") { "()" } else { "" };
    named.then(|| format!("{name}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_told_from_statements() {
        for (line, name) in [
            (
                "br_status seq_rewriter::mk_at(expr* a,",
                Some("seq_rewriter::mk_at"),
            ),
            (
                "    bool theory_seq::check_length() {",
                Some("theory_seq::check_length"),
            ),
            (
                "lbool solver<Ext>::check(unsigned n) {",
                Some("solver<Ext>::check"),
            ),
            (
                "seq_util::seq_util(ast_manager& m):",
                Some("seq_util::seq_util"),
            ),
            ("Node *rewrite(Node n)", Some("rewrite")),
            (
                "void re2automaton::operator()(expr* e) {",
                Some("re2automaton::operator()"),
            ),
            ("static int f (void)", Some("f")),
            ("    foo(a, b);", None),
            ("    foo(a,", None),
            ("    if (a && b) {", None),
            ("    return mk_app(a,", None),
            ("    expr* e = mk(a,", None),
            ("    m_util.str.mk_at(a,", None),
            ("        bool deep(int a) {", None),
            ("    case OP_SEQ_AT:", None),
            ("// a comment (of ours)", None),
            ("int declared(int a);", None),
        ] {
            assert_eq!(function_in(line).as_deref(), name, "{line}");
        }
    }

    #[test]
    fn headers_name_functions_and_classes() {
        for (header, name) in [
            (
                " br_status seq_rewriter::mk_at(expr* a) {",
                Some("seq_rewriter::mk_at"),
            ),
            (" class seq_rewriter : public base {", Some("seq_rewriter")),
            (" namespace smt {", None),
            ("", None),
        ] {
            assert_eq!(named_in_header(header).as_deref(), name, "{header}");
        }
    }
}
