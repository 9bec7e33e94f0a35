//! How much memory and disk the machine has free, and sizes in words.

use std::path::Path;

/// Bytes that can be used without swapping; `None` where the system does not say.
pub(crate) fn available() -> Option<u64> {
    from_meminfo(&std::fs::read_to_string("/proc/meminfo").ok()?)
}

fn from_meminfo(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// Bytes that a user may still write where `path` is or will be; `None` where the system does not say.
pub(super) fn disk_free<'a>(path: &'a Path) -> Option<u64> {
    let here = |path: &'a Path| if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let there = path.ancestors().map(here).find(|path| path.exists())?;
    #[cfg(unix)]
    {
        let disk = rustix::fs::statvfs(there).ok()?;
        disk.f_bavail.checked_mul(disk.f_frsize)
    }
    #[cfg(not(unix))]
    {
        let _ = there;
        None
    }
}

/// What is free in a folder, at the end of a sentence; nothing where the system does not say.
pub(super) fn free_in(free: Option<u64>, dir: &Path) -> String {
    free.map_or_else(String::new, |free| {
        format!("; {} are free in {}", size(u128::from(free)), dir.display())
    })
}

/// Bytes in a unit that people read.
pub fn size(bytes: u128) -> String {
    let units = [("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)];
    let fitting = units.iter().find(|(_, shift)| bytes >> shift > 0);
    fitting.map_or_else(
        || format!("{bytes} bytes"),
        |(unit, shift)| format!("{:.1} {unit}", bytes as f64 / (1u64 << shift) as f64),
    )
}

/// Bytes from a size as people write it: `8GiB`, `8 GB`, `512M`, `1000000`.
///
/// # Errors
/// What can be written, when it is none.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let digits = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let (number, unit) = (&text[..digits], text[digits..].trim().to_ascii_lowercase());
    let factor = match unit.as_str() {
        "" | "b" => Some(1),
        "k" | "kib" => Some(1 << 10),
        "m" | "mib" => Some(1 << 20),
        "g" | "gib" => Some(1 << 30),
        "t" | "tib" => Some(1u64 << 40),
        "kb" => Some(1000),
        "mb" => Some(1_000_000),
        "gb" => Some(1_000_000_000),
        "tb" => Some(1_000_000_000_000),
        _ => None,
    };
    let bytes = number.parse::<f64>().ok().zip(factor).map(|(number, factor)| number * factor as f64);
    match bytes {
        Some(bytes) if bytes.is_finite() && (0.0..1.8e19).contains(&bytes) => Ok(bytes as u64),
        _ => Err("a size is a number and a unit, such as 8GiB, 500MB or 1000000".into()),
    }
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

    #[cfg(unix)]
    #[test]
    fn the_disk_of_a_folder_to_be_is_that_of_its_parent() {
        assert!(disk_free(Path::new("/surely/not/there")).is_some_and(|free| free > 0));
        assert!(disk_free(Path::new("not-there")).is_some());
    }

    #[test]
    fn sizes_are_understood_or_refused() {
        for (text, bytes) in
            [("8GiB", 8 << 30), ("0.5k", 512), ("3 MB", 3_000_000), ("17", 17), ("2t", 2 << 40)]
        {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "GiB", "-1G", "1e9", "8 GiBB", "1.2.3", "99999999999999T"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_read_easily() {
        assert_eq!(size(1_023), "1023 bytes");
        assert_eq!(size(1_536), "1.5 KiB");
        assert_eq!(size(3 << 40), "3.0 TiB");
    }
}
