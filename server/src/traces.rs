//! Traces of requests for OpenTelemetry: a span for each request, with one for each of its database calls. They are sent
//! to the operator's own collector (`HOI_TRACES_URL`) and contain no address, no account and no text of the log, which may
//! name people. Work that a request leaves to others, such as the registration desk or jobs, is in no trace.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, ensure};
use async_trait::async_trait;
use axum::http::header::CONTENT_TYPE;
use opentelemetry::trace::{SpanKind, Status, TraceId, TracerProvider as _};
use opentelemetry::{Context, KeyValue};
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{
    Sampler, SamplingResult, SdkTracerProvider, ShouldSample, SpanData, SpanEvents, SpanExporter,
};
use reqwest::redirect;
use tokio::runtime::Handle;
use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::{Filter, Layer};
use tracing_subscriber::registry::LookupSpan;

/// The place of OTLP over HTTP for traces, below a collector's address.
const PATH: &str = "/v1/traces";
/// How long the collector may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long the last spans may take when the server stops.
const FAREWELL: Duration = Duration::from_secs(2);
/// The span around a request, and the module that makes it and says the status of its answer.
const REQUEST: &str = "request";
const MADE_IN: &str = "hoi_platform::http::layers";
/// The fields of spans that are sent, and their names in OpenTelemetry's conventions.
const SENT: [(&str, &str); 3] = [
    ("id", "hoi.request.id"),
    ("method", "http.request.method"),
    ("route", "http.route"),
];

/// The spans of this program, on their way to the collector.
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// Has `share` of the requests (0 to 1) traced. `url` is the address of a collector that takes OTLP over HTTP, without
    /// `/v1/traces`. The variables of OpenTelemetry refine it, such as `OTEL_EXPORTER_OTLP_HEADERS`. Fails if those
    /// cannot be used. Must be called within a Tokio runtime.
    pub fn start(url: &str, share: f64) -> Result<Self> {
        let exporter = opentelemetry_otlp::SpanExporter::builder()
            .with_http()
            .with_http_client(Client::new()?)
            .with_endpoint(format!("{url}{PATH}"))
            .with_timeout(PATIENCE)
            .build()
            .context("HOI_TRACES_URL and the OTEL_ variables cannot be used")?;
        let resource = Resource::builder()
            .with_service_name("hoi")
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")));
        let requests = OfRequests(Sampler::TraceIdRatioBased(share));
        let provider = SdkTracerProvider::builder()
            .with_sampler(Sampler::ParentBased(Box::new(requests)))
            .with_resource(resource.build())
            .with_batch_exporter(WithoutPeople {
                exporter,
                fails: AtomicBool::new(false),
            })
            .build();
        Ok(Self(provider))
    }

    /// Tries the collector at `url` with a message that contains no span. Fails if it does not take it.
    pub async fn try_collector(url: &str) -> Result<()> {
        let message = Request::post(format!("{url}{PATH}"))
            .header(CONTENT_TYPE, "application/x-protobuf")
            .body(Bytes::new())?;
        let answer = Client::new()?.send_bytes(message).await;
        let status = answer.map_err(|error| anyhow!("{error}"))?.status();
        ensure!(status.is_success(), "it answers {status}");
        Ok(())
    }

    /// Returns the layer of the log that makes spans.
    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer("hoi"))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_level(false)
            .with_tracked_inactivity(false)
            .with_filter(own_spans())
    }

    /// Sends what is left and ends. Blocks for at most [`FAREWELL`].
    pub fn close(self) {
        // A collector that cannot be reached has been logged.
        let _ = self.0.shutdown_with_timeout(FAREWELL);
    }
}

/// Lets the program's own spans pass, and the line that tells the status of an answer.
fn own_spans<S>() -> impl Filter<S> + use<S> {
    filter_fn(|data: &Metadata<'_>| {
        let is_wanted = data.is_span() || data.target() == MADE_IN;
        is_wanted && data.target().starts_with("hoi_") && *data.level() <= Level::INFO
    })
}

/// Traces begin with requests: what a server does by itself again and again is of no use in a collector.
#[derive(Debug, Clone)]
struct OfRequests(Sampler);

impl ShouldSample for OfRequests {
    fn should_sample(
        &self,
        parent: Option<&Context>,
        trace: TraceId,
        name: &str,
        kind: &SpanKind,
        attributes: &[KeyValue],
        links: &[opentelemetry::trace::Link],
    ) -> SamplingResult {
        let sampler = if name == REQUEST {
            &self.0
        } else {
            &Sampler::AlwaysOff
        };
        sampler.should_sample(parent, trace, name, kind, attributes, links)
    }
}

/// Sends spans without what may name people.
#[derive(Debug)]
struct WithoutPeople<E> {
    exporter: E,
    /// Whether the last attempt failed, so that the log tells a change alone.
    fails: AtomicBool,
}

impl<E: SpanExporter> SpanExporter for WithoutPeople<E> {
    async fn export(&self, mut batch: Vec<SpanData>) -> OTelSdkResult {
        batch.iter_mut().for_each(leave_people_out);
        let sent = self.exporter.export(batch).await;
        let failed = self.fails.swap(sent.is_err(), Ordering::Relaxed);
        match &sent {
            Err(error) if !failed => tracing::warn!(%error, "traces cannot be sent"),
            Ok(()) if failed => tracing::info!("traces are sent again"),
            _ => {}
        }
        sent
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.exporter.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.exporter.set_resource(resource);
    }
}

/// Reduces a span to names, times and the fields in [`SENT`], under OpenTelemetry's names.
fn leave_people_out(span: &mut SpanData) {
    let mut said = span.events.iter().flat_map(|event| &event.attributes);
    let status = said.find(|said| said.key.as_str() == "status");
    // Numbers without a sign arrive as texts.
    let status = status.and_then(|status| status.value.as_str().parse::<i64>().ok());
    span.events = SpanEvents::default();
    span.attributes = std::mem::take(&mut span.attributes)
        .into_iter()
        .filter_map(|field| {
            let (_, name) = SENT.iter().find(|(own, _)| *own == field.key.as_str())?;
            Some(KeyValue::new(*name, field.value))
        })
        .collect();
    // Errors of the log stay in the log.
    span.status = Status::Unset;
    if span.name != REQUEST {
        return;
    }
    let value = |name| {
        let mut fields = span.attributes.iter();
        let found = fields.find(|field| field.key.as_str() == name);
        found.map_or_else(String::new, |field| field.value.to_string())
    };
    span.name = format!("{} {}", value("http.request.method"), value("http.route")).into();
    span.span_kind = SpanKind::Server;
    if let Some(status) = status {
        span.attributes
            .push(KeyValue::new("http.response.status_code", status));
        if status >= 500 {
            span.status = Status::error("");
        }
    }
}

/// Sends on the server's runtime, because spans are collected on a thread outside of it.
#[derive(Debug)]
struct Client {
    http: reqwest::Client,
    runtime: Handle,
}

impl Client {
    fn new() -> Result<Self> {
        // Fails if a provider is already installed, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .redirect(redirect::Policy::none())
            .timeout(PATIENCE)
            .build()?;
        Ok(Self {
            http,
            runtime: Handle::current(),
        })
    }
}

#[async_trait]
impl HttpClient for Client {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let http = self.http.clone();
        let sending = async move { http.send_bytes(request).await };
        self.runtime.spawn(sending).await?
    }
}
