//! Collects described handlers into routes, with the types of the handlers forgotten.
//!
//! axum builds a service of about twenty types around each handler, and compiling these took a third of the time of a
//! crate with routes. Around one type of handler it builds them once.

use std::pin::Pin;
use std::sync::Arc;

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use axum::routing::MethodRouter;
use utoipa::openapi::HttpMethod;
use utoipa::openapi::path::{Operation, Paths};
use utoipa_axum::PathItemExt as _;

type HandlerFuture = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A handler of any arguments.
pub struct AnyHandler<S>(Arc<dyn Fn(Request, S) -> HandlerFuture + Send + Sync>);

impl<S: 'static> AnyHandler<S> {
    pub fn new<T>(handler: impl Handler<T, S, Future = HandlerFuture>) -> Self {
        Self(Arc::new(move |request, state| {
            handler.clone().call(request, state)
        }))
    }
}

impl<S> Clone for AnyHandler<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

/// Distinguishes this implementation of [`Handler`] from axum's for functions.
pub struct Forgotten;

impl<S: 'static> Handler<Forgotten, S> for AnyHandler<S> {
    type Future = HandlerFuture;

    fn call(self, request: Request, state: S) -> HandlerFuture {
        (self.0)(request, state)
    }
}

/// Adds a handler and its description; part of [`routes!`](crate::routes!).
pub fn add_route<S: Clone + Send + Sync + 'static>(
    router: MethodRouter<S>,
    paths: &mut Paths,
    (path, operation, methods): (String, Operation, Vec<HttpMethod>),
    handler: AnyHandler<S>,
) -> MethodRouter<S> {
    let router = methods.iter().fold(router, |router, method| {
        router.on::<_, Forgotten>(method.to_method_filter(), handler.clone())
    });
    paths.add_path_operation(&path, methods, operation);
    router
}

/// Collects handlers with `#[utoipa::path]` for `OpenApiRouter::routes`, as the macro of `utoipa_axum` does.
#[macro_export]
macro_rules! routes {
    ($($handler:path),+ $(,)?) => {{
        let mut schemas = ::std::vec::Vec::new();
        let mut paths = ::utoipa::openapi::path::Paths::new();
        let mut router = ::axum::routing::MethodRouter::new();
        $(
            let described = ::utoipa_axum::routes!(@resolve_types $handler : schemas);
            let handler = $crate::http::AnyHandler::new($handler);
            router = $crate::http::add_route(router, &mut paths, described, handler);
        )+
        (schemas, paths, router)
    }};
}
