//! The `hoi` program.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::{Parser, Subcommand};
use hoi_db::Db;
use hoi_server::app::App;
use hoi_server::clock::Clock;
use hoi_server::config::Config;
use hoi_server::migrations::MIGRATIONS;
use hoi_server::registration::AppWithDesk;
use hoi_server::secrets::Secrets;
use hoi_server::serve::{Limits, Remaining, raise_file_limit, signals};
use hoi_server::{accounts, background, data_folder, demo, mails, router, serve};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::sync::CancellationToken;
use tracing_subscriber::EnvFilter;

/// How long running requests and jobs may take once the server was asked to stop.
const DEADLINE: Duration = Duration::from_secs(10);
/// How long sockets have to be closed.
const FAREWELL: Duration = Duration::from_secs(1);
/// How long closing the database may take after that.
const CLOSING: Duration = Duration::from_secs(5);
/// The time after which the process ends in any case.
const LAST_RESORT: Duration = Duration::from_secs(16);

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
    /// Creates an administrator. The password is taken from `HOI_ADMIN_PASSWORD`; without it one is generated and
    /// printed.
    CreateAdmin {
        /// The address to log in with.
        #[arg(long)]
        email: String,
        /// The name to show.
        #[arg(long)]
        name: Option<String>,
    },
    /// Accepts the secret in the data folder when the one that the database was used with is lost. Everyone has to log
    /// in again, the links in mails that were sent end, and two-step login is off until it is set up anew.
    AcceptSecret,
    /// Fills an empty database with a demo event and prints the logins; leaves any other unchanged.
    Demo,
    /// Prints the API's description.
    Openapi,
}

fn main() -> ExitCode {
    match start() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hoi: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn start() -> Result<()> {
    data_folder::make_files_private();
    let runtime = Runtime::new()?;
    let ended = runtime.block_on(run());
    // Blocking threads, for example decoding an image, may run on. They are not waited for.
    runtime.shutdown_background();
    ended
}

async fn run() -> Result<()> {
    let command = Arguments::parse().command.unwrap_or(Command::Serve);
    if matches!(command, Command::Openapi) {
        println!("{}", router::description().to_pretty_json()?);
        return Ok(());
    }
    // Before anything slow. The system ends the other commands.
    let stop = match command {
        Command::Serve => Some(signals::listen(LAST_RESORT)?),
        _ => None,
    };
    let config = Config::load()?;
    // The other commands print their results, which log lines of their inner calls would hide.
    let log = match command {
        Command::Serve => &config.log,
        _ => "warn",
    };
    tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        // A line from inside a store call names the call and the request around it.
        .with_current_span(false)
        .with_span_list(true)
        .with_env_filter(EnvFilter::try_new(log).context("HOI_LOG is not a log filter")?)
        .with_writer(std::io::stderr)
        .init();
    if let Some(stop) = stop {
        return serve(config, stop).await;
    }
    if matches!(command, Command::AcceptSecret) {
        return accept_secret(&config).await;
    }
    let app = open(config).await?;
    match command {
        Command::Demo => {
            let server = AppWithDesk::new(app.clone());
            println!("{}", demo::fill(&server).await?);
            server.desk.close().await;
        }
        Command::CreateAdmin { email, name } => create_admin(&app, &email, name.as_deref()).await?,
        Command::Migrate | Command::Serve | Command::AcceptSecret | Command::Openapi => {}
    }
    app.db.close().await;
    Ok(())
}

async fn open(config: Config) -> Result<App> {
    data_folder::prepare(&config)?;
    let mail = mails::transport(&config)?;
    App::open(config, Clock::system(), mail).await
}

async fn accept_secret(config: &Config) -> Result<()> {
    data_folder::prepare(config)?;
    let secrets = Secrets::load_or_create(&config.data_dir)?;
    let db = Db::open(&config.database_url).await?;
    let now = Clock::system().now();
    db.migrate(MIGRATIONS, now).await?;
    let ended = accounts::accept_secret(&db, &secrets, now).await?;
    db.close().await;
    match ended {
        Some(sessions) => println!(
            "The secret in the data folder is accepted; {sessions} sessions were ended, and two-step login is off."
        ),
        None => println!("This is the database's own secret already; nothing was changed."),
    }
    Ok(())
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

/// Serves until `stop`. Running requests and jobs have [`DEADLINE`] to finish.
async fn serve(config: Config, stop: CancellationToken) -> Result<()> {
    let prepared = async {
        let app = open(config).await?;
        accounts::ensure_first_admin(&app).await?;
        let address = app.config.listen;
        let listener = TcpListener::bind(address).await;
        let listener = listener.with_context(|| format!("cannot listen on {address}"))?;
        anyhow::Ok((AppWithDesk::new(app), listener))
    };
    let (server, listener) = tokio::select! {
        // The database undoes unfinished transactions when it is opened next.
        () = stop.cancelled() => return Ok(()),
        prepared = prepared => prepared?,
    };
    let limits = Limits::for_files(
        raise_file_limit(),
        server.app.config.trusted_proxies.clone(),
    );
    tracing::info!(address = %listener.local_addr()?, "listening");
    let jobs = tokio::spawn({
        let (server, stop) = (server.clone(), stop.clone());
        async move {
            // A server without background work would take registrations and send no tickets. It stops instead, so that
            // its supervisor can restart it.
            let _stops_all = stop.clone().drop_guard();
            background::run_until(server, stop.cancelled_owned()).await;
        }
    });
    let remaining = serve::serve(listener, router::router(server.clone()), limits, stop).await;
    shut_down(&server, remaining, jobs).await?;
    tracing::info!("stopped");
    Ok(())
}

async fn shut_down(
    AppWithDesk { app, desk, .. }: &AppWithDesk,
    remaining: Remaining,
    mut jobs: JoinHandle<()>,
) -> Result<()> {
    tracing::info!("stopping");
    let deadline = Instant::now() + DEADLINE;
    // Long-polling requests would otherwise last until the deadline.
    let (_, ()) = tokio::join!(
        timeout(FAREWELL, app.realtime.close()),
        remaining.end(deadline)
    );
    let ended = timeout_at(deadline, &mut jobs).await;
    if ended.is_err() {
        // Their leases end, and another attempt is made.
        tracing::warn!("jobs were broken off");
        jobs.abort();
    }
    let closed = async {
        desk.close().await;
        app.db.close().await;
    };
    if timeout(CLOSING, closed).await.is_err() {
        tracing::warn!("the database did not close in time");
    }
    ended.unwrap_or(Ok(())).context("background work panicked")
}
