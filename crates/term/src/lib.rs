//! Sorted terms: parsing, checking, occurrences, splicing and printing.
