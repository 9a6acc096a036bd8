//! The counters of this server since it started, for Prometheus. Values that can be read at any moment, such as the
//! free space, are not counted here; `system` adds them when Prometheus asks.

use std::fmt;
use std::time::Duration;

use axum::http::Method;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

use crate::error::Error;

/// The upper ends of the buckets of durations, in seconds.
const SECONDS: [f64; 11] = [
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];
/// The upper ends of the buckets of the desk's batches.
const BATCHES: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// The outcomes of an attempt to send a mail.
const MAILS: [&str; 4] = ["sent", "refused", "failed", "outage"];
/// The answers of the desk or the waiting room to visitors besides refusals, and the codes of the refusals.
const REGISTRATIONS: [&str; 3] = ["accepted", "repeated", "waiting"];
const REFUSALS: [u16; 10] = [5000, 5002, 5003, 5005, 5008, 5009, 5011, 5013, 5014, 5015];

/// The labels take values of the program alone, never of a request, so that their number is bounded.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfRequest {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfRoute {
    method: &'static str,
    route: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfResult {
    result: &'static str,
}

type Durations = Family<OfRoute, Histogram, fn() -> Histogram>;
type Results = Family<OfResult, Counter>;

/// The counters of one server.
pub struct Metrics {
    registry: Registry,
    requests: Family<OfRequest, Counter>,
    durations: Durations,
    registrations: Results,
    check_ins: Results,
    mails: Results,
    batches: Histogram,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("hoi");
        let requests = Family::default();
        let durations = Durations::new_with_constructor(|| Histogram::new(SECONDS));
        let [registrations, check_ins, mails]: [Results; 3] = Default::default();
        let batches = Histogram::new(BATCHES);
        let build = crate::version::ProgramVersion::current().parts().to_vec();
        registry.register("build", "The program's version", Info::new(build));
        registry.register("http_requests", "Answered requests", requests.clone());
        registry.register(
            "http_request_duration_seconds",
            "Time from the head of a request to the head of its answer",
            durations.clone(),
        );
        registry.register(
            "registrations",
            "Visitors' registrations that the desk decided",
            registrations.clone(),
        );
        registry.register("check_ins", "Scans at doors", check_ins.clone());
        registry.register("mails", "Attempts to send a mail", mails.clone());
        registry.register(
            "desk_batch_size",
            "Requests that the desk decided together",
            batches.clone(),
        );
        Self {
            registry,
            requests,
            durations,
            registrations,
            check_ins,
            mails,
            batches,
        }
    }
}

impl Metrics {
    /// Begins all counters whose labels are known at zero: of one that appears with its first count, Prometheus does not
    /// see that it grew. `check_ins` are the results of scans.
    pub fn begin(&self, check_ins: &[&'static str]) {
        let begin = |counter: &Results, result: &'static str| {
            drop(counter.get_or_create(&OfResult { result }));
        };
        let refusals = REFUSALS.map(Error::name_of);
        for result in REGISTRATIONS.into_iter().chain(refusals) {
            begin(&self.registrations, result);
        }
        for result in check_ins {
            begin(&self.check_ins, result);
        }
        for result in MAILS {
            begin(&self.mails, result);
        }
    }

    /// Counts an answer. `route` is the template of the path, never the path itself.
    pub fn request(&self, method: &Method, route: &str, status: u16, took: Duration) {
        let method = known(method);
        let of_route = OfRoute {
            method,
            route: route.to_owned(),
        };
        let of_request = OfRequest {
            method,
            route: route.to_owned(),
            status,
        };
        self.requests.get_or_create(&of_request).inc();
        let duration = self.durations.get_or_create(&of_route);
        duration.observe(took.as_secs_f64());
    }

    /// Counts an answer of the desk to a visitor: `accepted`, `repeated`, or the name of an error.
    pub fn registration(&self, result: &'static str) {
        self.registrations.get_or_create(&OfResult { result }).inc();
    }

    /// Counts a scan by its outcome, as the log of scans calls it.
    pub fn check_in(&self, result: &'static str) {
        self.check_ins.get_or_create(&OfResult { result }).inc();
    }

    /// Counts an attempt to send a mail: `sent`, `refused` for good, `failed` for now, or `outage` of the mail server.
    pub fn mail(&self, result: &'static str) {
        self.mails.get_or_create(&OfResult { result }).inc();
    }

    /// Counts requests that the desk decided in one transaction.
    pub fn batch(&self, requests: usize) {
        let requests = u32::try_from(requests).unwrap_or(u32::MAX);
        self.batches.observe(f64::from(requests));
    }

    /// Writes all counters and the values of `more`, in the text format of `OpenMetrics`.
    ///
    /// # Errors
    /// When a value of `more` cannot be written.
    pub fn write(&self, more: &Registry) -> Result<String, fmt::Error> {
        let mut text = String::new();
        encode_registry(&mut text, &self.registry)?;
        encode_registry(&mut text, more)?;
        encode_eof(&mut text)?;
        Ok(text)
    }
}

/// Returns the method's name, or `OTHER` for one that HTTP does not define, because each name takes memory and clients
/// may invent any number.
fn known(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        _ => "OTHER",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_written_with_bounded_labels() {
        let metrics = Metrics::default();
        let took = Duration::from_millis(30);
        metrics.request(&Method::GET, "/api/event/{eventId}", 200, took);
        metrics.request(&Method::GET, "/api/event/{eventId}", 200, took);
        for invented in ["BREW", "PROPFIND"] {
            let method = Method::from_bytes(invented.as_bytes()).unwrap();
            metrics.request(&method, "page", 405, took);
        }
        metrics.registration("accepted");
        metrics.batch(3);
        let text = metrics.write(&Registry::default()).unwrap();
        for line in [
            r#"hoi_http_requests_total{method="GET",route="/api/event/{eventId}",status="200"} 2"#,
            r#"hoi_http_requests_total{method="OTHER",route="page",status="405"} 2"#,
            r#"hoi_http_request_duration_seconds_bucket{le="0.025",method="GET",route="/api/event/{eventId}"} 0"#,
            r#"hoi_http_request_duration_seconds_bucket{le="0.05",method="GET",route="/api/event/{eventId}"} 2"#,
            r#"hoi_registrations_total{result="accepted"} 1"#,
            r#"hoi_desk_batch_size_bucket{le="4.0"} 1"#,
        ] {
            assert!(
                text.lines().any(|written| written == line),
                "{line}: {text}"
            );
        }
        assert!(text.ends_with("# EOF\n"));
    }
}
