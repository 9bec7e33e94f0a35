//! How much memory the machine has free, and sizes in words.

/// Bytes that can be used without swapping; `None` where the system does not say.
pub(super) fn available() -> Option<u64> {
    from_meminfo(&std::fs::read_to_string("/proc/meminfo").ok()?)
}

fn from_meminfo(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// Bytes in a unit that people read.
pub(crate) fn size(bytes: u128) -> String {
    let units = [("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)];
    let fitting = units.iter().find(|(_, shift)| bytes >> shift > 0);
    fitting.map_or_else(
        || format!("{bytes} bytes"),
        |(unit, shift)| format!("{:.1} {unit}", bytes as f64 / (1u64 << shift) as f64),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_linux_is_read() {
        let text = "MemTotal:       32000 kB\nMemFree:         1000 kB\nMemAvailable:   20000 kB\n";
        assert_eq!(from_meminfo(text), Some(20_000 * 1024));
        assert_eq!(from_meminfo("MemTotal: 1 kB\n"), None);
    }

    #[test]
    fn sizes_are_read_easily() {
        assert_eq!(size(1_023), "1023 bytes");
        assert_eq!(size(1_536), "1.5 KiB");
        assert_eq!(size(3 << 40), "3.0 TiB");
    }
}
