//! How a program of a flavour is run.

use crate::solver::Launch;
use gadfly_exec::MemoryKind;
use gadfly_profile::Flavour;
use std::ffi::OsString;

/// Sets what a program of this flavour needs: a sanitizer's report ends the process, and memory
/// that is not given back at the end is no fault.
pub(crate) fn prepare(flavour: Flavour, launch: &mut Launch) {
    let options = match flavour {
        Flavour::Asan => (
            "ASAN_OPTIONS",
            "detect_leaks=0:abort_on_error=1:allocator_may_return_null=0",
        ),
        Flavour::Ubsan => (
            "UBSAN_OPTIONS",
            "print_stacktrace=1:halt_on_error=1:abort_on_error=1",
        ),
        _ => return,
    };
    launch
        .env
        .push((OsString::from(options.0), OsString::from(options.1)));
}

/// How its memory is limited: a sanitizer reserves terabytes of address space.
pub(crate) fn memory_kind(flavour: Flavour) -> MemoryKind {
    match flavour {
        Flavour::Asan => MemoryKind::Resident,
        _ => MemoryKind::AddressSpace,
    }
}
