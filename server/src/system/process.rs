use std::fs;
use std::sync::atomic::AtomicU64;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::registry::Registry;
use rustix::process::{Resource, getrlimit};

use super::metrics::{Number, float};

/// Registers the figures of the process under the names that Prometheus's own clients use, so that boards and alarms
/// for any program know them. Figures that the system does not give are left out.
pub async fn register(registry: &mut Registry) {
    // A server with thousands of connections has as many files.
    let read = tokio::task::spawn_blocking(|| (Figures::read(), open_files()));
    let (figures, files) = read.await.unwrap_or_default();
    let mut gauge = |name: &str, help: &str, value: Option<f64>| {
        if let Some(value) = value {
            let gauge = Number::default();
            gauge.set(value);
            registry.register(name, help, gauge);
        }
    };
    gauge("process_open_fds", "Open files of the process", files);
    let most = getrlimit(Resource::Nofile).current.map(float);
    let help = "The most files that the process may open";
    gauge("process_max_fds", help, most);
    let Some(figures) = figures else {
        return;
    };
    let help = "Memory of the process that is not swapped out";
    gauge("process_resident_memory_bytes", help, figures.resident);
    let help = "Addresses that the process has reserved";
    gauge("process_virtual_memory_bytes", help, Some(figures.reserved));
    let help = "When the process began, in seconds since 1970";
    gauge("process_start_time_seconds", help, figures.began);
    let worked = Counter::<f64, AtomicU64>::default();
    worked.inc_by(figures.worked);
    let help = "Time of processors that the process has used";
    registry.register("process_cpu_seconds", help, worked);
}

/// The system's figures of the process, in seconds and bytes.
#[derive(Debug, PartialEq)]
struct Figures {
    worked: f64,
    began: Option<f64>,
    reserved: f64,
    resident: Option<f64>,
}

impl Figures {
    fn read() -> Option<Self> {
        let own = fs::read_to_string("/proc/self/stat").ok()?;
        let system = fs::read_to_string("/proc/stat").unwrap_or_default();
        let page = u64::try_from(rustix::param::page_size()).ok();
        Self::of(&own, &system, rustix::param::clock_ticks_per_second(), page)
    }

    /// Takes them from the texts of `/proc/self/stat` and `/proc/stat`, which count in ticks and pages.
    fn of(own: &str, system: &str, ticks: u64, page: Option<u64>) -> Option<Self> {
        // The program's name may contain anything, also parentheses. After it stands the third field.
        let (_, fields) = own.rsplit_once(')')?;
        let field = |number: usize| -> Option<u64> {
            let text = fields.split_ascii_whitespace().nth(number - 3)?;
            text.parse().ok()
        };
        let seconds = |of_ticks: u64| float(of_ticks) / float(ticks.max(1));
        let booted = system.lines().find_map(|line| line.strip_prefix("btime "));
        let booted: Option<u64> = booted.and_then(|text| text.trim().parse().ok());
        let since_boot = seconds(field(22)?);
        let pages = field(24)?;
        Some(Self {
            worked: seconds(field(14)?.saturating_add(field(15)?)),
            began: booted.map(|booted| float(booted) + since_boot),
            reserved: float(field(23)?),
            resident: page.map(|page| float(pages.saturating_mul(page))),
        })
    }
}

fn open_files() -> Option<f64> {
    let files = fs::read_dir("/proc/self/fd").ok()?.count();
    u64::try_from(files).ok().map(float)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_taken_from_the_right_fields() {
        let own = "4711 (hoi) x (y) S 1 4711 4711 0 -1 4194560 900 0 3 0 250 50 0 0 20 0 9 0 1200 987654144 15000 1 2";
        let system = "cpu 1 2 3\nbtime 1700000000\nprocesses 9\n";
        let expected = Figures {
            worked: 3.0,
            began: Some(1_700_000_012.0),
            reserved: 987_654_144.0,
            resident: Some(61_440_000.0),
        };
        assert_eq!(Figures::of(own, system, 100, Some(4096)), Some(expected));
        let without = Figures::of(own, "", 100, None).unwrap();
        assert_eq!((without.began, without.resident), (None, None));
        for broken in [
            "",
            "4711 (hoi",
            "4711 (hoi) S 1",
            "4711 (hoi) S a b c d e f g h i j k l m n o p q r s t u",
        ] {
            assert_eq!(Figures::of(broken, system, 100, None), None, "{broken}");
        }
    }
}
