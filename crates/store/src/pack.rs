//! A test's runs in a few bytes: ten million of them have to fit into a file that one can copy.

use crate::RunRow;
use crate::record::class_of_number;

/// Packs runs: per run the solver, the class with the freshness bit, wall and CPU microseconds,
/// each a base-128 number.
pub(crate) fn pack(runs: &[RunRow]) -> Vec<u8> {
    let mut out = Vec::with_capacity(runs.len() * 10);
    for run in runs {
        number(&mut out, u64::from(run.solver));
        number(&mut out, (run.class as u64) << 1 | u64::from(run.fresh));
        number(&mut out, run.wall_us);
        number(&mut out, run.cpu_us);
    }
    out
}

/// Reads packed runs back; what is cut off or unknown is left out.
pub(crate) fn unpack(mut bytes: &[u8]) -> Vec<RunRow> {
    let mut runs = Vec::new();
    while !bytes.is_empty() {
        let fields = [(); 4].map(|()| read_number(&mut bytes));
        let [Some(solver), Some(class), Some(wall_us), Some(cpu_us)] = fields else {
            break;
        };
        let Some(of) = class_of_number((class >> 1) as i64) else {
            break;
        };
        runs.push(RunRow {
            solver: solver as u32,
            class: of,
            fresh: class & 1 == 1,
            wall_us,
            cpu_us,
        });
    }
    runs
}

fn number(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..64).step_by(7) {
        let (&first, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(first & 0x7f) << shift;
        if first < 0x80 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Class;

    #[test]
    fn runs_read_back_and_stay_small() {
        let runs = vec![
            RunRow {
                solver: 3,
                class: Class::Sat,
                fresh: false,
                wall_us: 1650,
                cpu_us: 1600,
            },
            RunRow {
                solver: 200,
                class: Class::Timeout,
                fresh: true,
                wall_us: 2_000_123,
                cpu_us: 0,
            },
        ];
        let packed = pack(&runs);
        assert_eq!(unpack(&packed), runs);
        assert_eq!(packed.len(), 13);
        assert_eq!(unpack(&packed[..packed.len() - 1]), runs[..1]);
    }
}
