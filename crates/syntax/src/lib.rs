//! SMT-LIB text: tokens, positions and messages that point into it.
