//! Processor time of this thread for criterion.

use std::time::{Duration, Instant};

use criterion::measurement::{Measurement, ValueFormatter, WallTime};

/// Nanoseconds that this thread has run, as Linux counts them; the clock on the wall elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CpuTime;

/// A moment by both clocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    wall: Instant,
    run: Option<u64>,
}

impl Moment {
    fn now() -> Self {
        // The kernel brings the count up to date when the thread is switched; giving way makes it do so.
        std::thread::yield_now();
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        Self { wall: Instant::now(), run: text.split_whitespace().next().and_then(|word| word.parse().ok()) }
    }
}

impl Measurement for CpuTime {
    type Intermediate = Moment;
    type Value = Duration;

    fn start(&self) -> Moment {
        Moment::now()
    }
    fn end(&self, start: Moment) -> Duration {
        let now = Moment::now();
        match (start.run, now.run) {
            (Some(before), Some(after)) if after > before => Duration::from_nanos(after - before),
            _ => now.wall - start.wall,
        }
    }
    fn add(&self, a: &Duration, b: &Duration) -> Duration {
        *a + *b
    }
    fn zero(&self) -> Duration {
        Duration::ZERO
    }
    fn to_f64(&self, value: &Duration) -> f64 {
        WallTime.to_f64(value)
    }
    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}
