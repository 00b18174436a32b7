//! What people read: the page, Markdown, JUnit, SARIF.
