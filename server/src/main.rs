//! The `hoi` program.

use std::net::SocketAddr;

use anyhow::Result;
use clap::{Parser, Subcommand};
use hoi_server::app::App;
use hoi_server::clock::Clock;
use hoi_server::config::Config;
use hoi_server::{accounts, demo, mails, router, work};
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
    /// Makes an administrator. The password is taken from `HOI_ADMIN_PASSWORD`; without it one is made and printed.
    CreateAdmin {
        /// The address to log in with.
        #[arg(long)]
        email: String,
        /// The name to show.
        #[arg(long)]
        name: Option<String>,
    },
    /// Fills an empty database with a demo event and prints the logins; leaves any other as it is.
    Demo,
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
    // What the other commands have to say they print; a log of their inner calls would bury it.
    let log = match command {
        Command::Serve => &config.log,
        _ => "warn",
    };
    tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_span_list(false)
        .with_env_filter(EnvFilter::try_new(log)?)
        .with_writer(std::io::stderr)
        .init();
    let mail = mails::transport(&config)?;
    let app = App::open(config, Clock::system(), mail).await?;
    match command {
        Command::Serve => serve(app).await,
        Command::Demo => {
            println!("{}", demo::fill(&app).await?);
            app.desk.close().await;
            Ok(())
        }
        Command::CreateAdmin { email, name } => create_admin(&app, &email, name.as_deref()).await,
        Command::Migrate | Command::Openapi => Ok(()),
    }
}

async fn create_admin(app: &App, email: &str, name: Option<&str>) -> Result<()> {
    let password = app.config.admin_password.as_deref();
    match accounts::create_admin(app, email, name, password).await? {
        Some(generated) => {
            println!("{email} can log in with {generated} and will be asked for a new password.");
        }
        None => println!("{email} can log in with the password of HOI_ADMIN_PASSWORD."),
    }
    Ok(())
}

/// Serves until the process is asked to stop; requests under way and the running batch of jobs are finished first.
async fn serve(app: App) -> Result<()> {
    accounts::ensure_first_admin(&app).await?;
    let listener = TcpListener::bind(app.config.listen).await?;
    tracing::info!(address = %listener.local_addr()?, "listening");
    let jobs = tokio::spawn(work::run_until(app.clone(), asked_to_stop()));
    let service = router::router(app.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let sockets = app.clone();
    let stopping = async move {
        asked_to_stop().await;
        // A waiting poll would hold the server up for half a minute.
        sockets.realtime.close().await;
    };
    axum::serve(listener, service)
        .with_graceful_shutdown(stopping)
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
