//! Layers around every route: request ids, logs, panics, limits, headers.

use std::any::Any;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::{
    DefaultBodyLimit, FromRequest as _, FromRequestParts as _, MatchedPath, Request, State,
};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::{RequestExt as _, Router};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::request_id::{
    MakeRequestId, PropagateRequestIdLayer, RequestId, SetRequestIdLayer,
};
use tower_http::sensitive_headers::SetSensitiveRequestHeadersLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::trace::TraceLayer;
use tracing::Span;
use tracing::field::Empty;
use uuid::Uuid;

use super::body::{BoundedBody, LargeBodies};
use super::client::{ClientIp, client_ip};
use super::compressed;
use super::json::{is_json, unreadable};
use super::web_app::FramedElsewhere;
use crate::app::App;
use crate::broadcast::Message;
use crate::error::Error;
use crate::ids::EventId;
use crate::{clock, language};

/// The largest JSON body, in bytes; uploads set their own limit.
pub const BODY_LIMIT: usize = 1024 * 1024;
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

#[derive(Clone, Copy)]
struct NewRequestId;

impl MakeRequestId for NewRequestId {
    fn make_request_id<B>(&mut self, _request: &axum::http::Request<B>) -> Option<RequestId> {
        let id: Uuid = clock::new_id();
        HeaderValue::from_str(&id.simple().to_string())
            .ok()
            .map(RequestId::new)
    }
}

/// Wraps a router in all layers. The log lines of a request have its id, the caller's address and, once known, the
/// account's id. They name the route and never the path or the query, which may contain tokens and ticket codes.
pub fn around(router: Router, app: &App) -> Router {
    let of = app.clone();
    let trace = TraceLayer::new_for_http()
        .make_span_with(move |request: &axum::http::Request<Body>| {
            let id = request
                .headers()
                .get(REQUEST_ID)
                .and_then(|value| value.to_str().ok())
                .unwrap_or("");
            let route = request
                .extensions()
                .get::<MatchedPath>()
                .map_or("page", MatchedPath::as_str);
            let address = client_ip(
                request.extensions(),
                request.headers(),
                &of.config.trusted_proxies,
            );
            // Recorded once the account is known, in `access`.
            let account = Empty;
            tracing::info_span!("request", id, method = %request.method(), route, %address, account)
        })
        .on_request(())
        .on_failure(())
        .on_response(|response: &Response, latency: Duration, _: &Span| {
            tracing::info!(
                status = response.status().as_u16(),
                ms = u64::try_from(latency.as_millis()).unwrap_or(u64::MAX),
                "answered"
            );
        });
    // A client's own id is removed, because it would be logged as written.
    let forget_id = |mut request: Request| {
        request.headers_mut().remove(REQUEST_ID);
        request
    };
    let state = (app.clone(), Arc::new(LargeBodies::default()));
    let is_https = app.config.public_url.starts_with("https://");
    // Makes browsers use HTTPS for a year, even for a typed `http://` address.
    let https_only = SetResponseHeaderLayer::if_not_present(
        header::STRICT_TRANSPORT_SECURITY,
        HeaderValue::from_static("max-age=31536000"),
    );
    router.layer(
        ServiceBuilder::new()
            .map_request(forget_id)
            .layer(SetRequestIdLayer::new(REQUEST_ID, NewRequestId))
            .layer(SetSensitiveRequestHeadersLayer::new([
                header::AUTHORIZATION,
                header::COOKIE,
            ]))
            .layer(trace)
            .layer(PropagateRequestIdLayer::new(REQUEST_ID))
            .option_layer(is_https.then_some(https_only))
            .layer(DefaultBodyLimit::max(BODY_LIMIT))
            .layer(middleware::from_fn_with_state(state, answer))
            .layer(CatchPanicLayer::custom(panicked)),
    )
}

/// Handles every request. One function, because separate layers would each copy everything inside them for every
/// request.
async fn answer(
    State((app, large)): State<(App, Arc<LargeBodies>)>,
    request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map_or("page", MatchedPath::as_str);
    let may_change = !method.is_safe() && !COUNTED.contains(&route);
    let mut forget =
        may_change.then(|| ForgetSnapshots(app.clone(), event_in(request.uri().path())));
    let lang = language::wanted(request.uri().path(), request.headers());
    let is_compressed = compressed::is_wanted(request.headers());
    let work = async {
        // The target of `CONNECT` is a host without a path, so the fallback would answer it with the application.
        if request.method() == Method::CONNECT {
            return Error::MethodNotAllowed.into_response();
        }
        match receive_json(bound_body(&app, large, request).await).await {
            Ok(request) => next.run(request).await,
            Err(error) => error.into_response(),
        }
    };
    let mut response = language::answer_in(lang, work).await;
    if is_compressed {
        response = compressed::gzip(response).await;
    }
    add_security_headers(&mut response);
    let status = response.status();
    if let Some(forget) = &mut forget
        && !status.is_success()
    {
        forget.1 = None;
    }
    drop(forget);
    // Ends connections with their next answer once the server was asked to stop, so that few are left to be closed when
    // it does: a request that arrives at that moment would be lost.
    if app.vitals.is_leaving() && status != StatusCode::SWITCHING_PROTOCOLS {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    let elapsed = began.elapsed();
    app.metrics
        .request(&method, route, status.as_u16(), elapsed);
    response
}

/// Calls that change only registrations and check-ins of an event, and forget the counts of them on their own.
const COUNTED: [&str; 3] = [
    "/api/event/{eventId}/register",
    "/api/event/checkin",
    "/api/v1/events/{eventId}/check-ins",
];

/// Forgets the snapshots of events in memory, when it is dropped: before a call that may have changed one is answered,
/// and also when its caller does not wait for the answer. Other servers are told of the event that the call was about.
struct ForgetSnapshots(App, Option<EventId>);

impl Drop for ForgetSnapshots {
    fn drop(&mut self) {
        self.0.snapshots.forget_all();
        if let Some(event) = self.1 {
            self.0.broadcast.tell(Message::EventChanged(event));
        }
    }
}

/// Returns the event whose path this is, or begins with.
fn event_in(path: &str) -> Option<EventId> {
    let prefixes = ["/api/event/", "/api/v1/events/"];
    let rest = prefixes.iter().find_map(|prefix| path.strip_prefix(prefix));
    rest?.split('/').next()?.parse().ok()
}

async fn bound_body(app: &App, large: Arc<LargeBodies>, request: Request) -> Request {
    let (mut parts, body) = request.into_parts();
    let Ok(ClientIp(sender)) = ClientIp::from_request_parts(&mut parts, app).await;
    let hurry = parts.extensions.remove();
    let body = Body::new(BoundedBody::new(body, sender, large, hurry));
    Request::from_parts(parts, body)
}

/// Waits for the whole of a JSON body before the sender is identified. Otherwise a right that ends while the body
/// arrives would still hold for what is in it.
async fn receive_json(request: Request) -> Result<Request, Error> {
    if !is_json(request.headers()) {
        return Ok(request);
    }
    let (parts, body) = request.with_limited_body().into_parts();
    let body = Bytes::from_request(Request::new(body), &()).await;
    let body = body.map_err(|rejection| unreadable(&rejection))?;
    Ok(Request::from_parts(parts, body.into()))
}

fn panicked(panic: Box<dyn Any + Send>) -> Response {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied());
    Error::Internal(anyhow::anyhow!(
        "a handler panicked: {}",
        text.unwrap_or("no text")
    ))
    .into_response()
}

/// Sets the default headers of every answer. Pages set a Content-Security-Policy that allows their own files.
fn add_security_headers(response: &mut Response) {
    let is_framed = response.extensions().get::<FramedElsewhere>().is_some();
    let headers = response.headers_mut();
    let defaults = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
        (header::X_FRAME_OPTIONS, "SAMEORIGIN"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; frame-ancestors 'none'",
        ),
        (header::CACHE_CONTROL, "no-store"),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(self), microphone=(), geolocation=()",
        ),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
    ];
    for (name, value) in defaults {
        let contradicts_policy = is_framed && name == header::X_FRAME_OPTIONS;
        if !contradicts_policy && !headers.contains_key(&name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
}
