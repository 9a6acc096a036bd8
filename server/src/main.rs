//! The `hoi` program.

use std::net::SocketAddr;

use anyhow::Result;
use clap::{Parser, Subcommand};
use hoi_server::app::App;
use hoi_server::clock::Clock;
use hoi_server::config::Config;
use hoi_server::{mails, router, work};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

/// Event management, registration, ticketing and check-in.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Runs the server (the default).
    Serve,
    /// Brings the schema up to date and stops.
    Migrate,
    /// Prints the API's description.
    Openapi,
}

#[tokio::main]
async fn main() -> Result<()> {
    let command = Arguments::parse().command.unwrap_or(Command::Serve);
    if matches!(command, Command::Openapi) {
        println!("{}", router::description().to_pretty_json()?);
        return Ok(());
    }
    let config = Config::load()?;
    tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_span_list(false)
        .with_env_filter(EnvFilter::try_new(&config.log)?)
        .with_writer(std::io::stderr)
        .init();
    let mail = mails::transport(&config)?;
    let app = App::open(config, Clock::system(), mail).await?;
    match command {
        Command::Serve => serve(app).await,
        Command::Migrate | Command::Openapi => Ok(()),
    }
}

/// Serves until the process is asked to stop; requests under way and the running batch of jobs are finished first.
async fn serve(app: App) -> Result<()> {
    let listener = TcpListener::bind(app.config.listen).await?;
    tracing::info!(address = %listener.local_addr()?, "listening");
    let jobs = tokio::spawn(work::run_until(app.clone(), asked_to_stop()));
    let service = router::router(app.clone()).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service)
        .with_graceful_shutdown(asked_to_stop())
        .await?;
    app.desk.close().await;
    jobs.await?;
    app.db.close().await;
    tracing::info!("stopped");
    Ok(())
}

async fn asked_to_stop() {
    let interrupt = tokio::signal::ctrl_c();
    match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        Ok(mut terminate) => {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
        }
        Err(_) => drop(interrupt.await),
    }
}
