//! The `hoi` program.

use std::io::{self, IsTerminal as _, Write as _};
use std::net::{AddrParseError, IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail};
use clap::{CommandFactory as _, Parser, Subcommand};
use clap_complete::Shell;
use hoi_community::accounts;
use hoi_db::Db;
use hoi_platform::app::App;
use hoi_platform::clock::Clock;
use hoi_platform::config::{Config, InForce, LogFormat, Sources, TrustedProxies};
use hoi_platform::migrations::MIGRATIONS;
use hoi_platform::secrets::Secrets;
use hoi_platform::terminal::{OneLine, plain_lines};
use hoi_platform::{data_folder, mails, version};
use hoi_server::operations::{DnsQuestions, RestoreChoice, Retried};
use hoi_server::serve::{Limits, Remaining, raise_file_limit, signals};
use hoi_server::traces::Traces;
use hoi_server::{background, demo, licenses, openapi, operations, privacy, router, serve, system};
use hoi_ticketing::registration::AppWithDesk;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_util::sync::CancellationToken;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, fmt, registry};
use uuid::Uuid;

/// Requests and SQL statements are many short-lived pieces of memory, which this allocator serves in half of the time of
/// glibc's. Without transparent huge pages (feature `no_thp`), which would hold a third more memory at rest.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long running requests and jobs may take once the server takes no more connections.
const DEADLINE: Duration = Duration::from_secs(10);
/// How long sockets have to be closed.
const FAREWELL: Duration = Duration::from_secs(1);
/// How long closing the database may take after that.
const CLOSING: Duration = Duration::from_secs(5);
/// The time after which the process ends in any case, counted from the end of the drain.
const LAST_RESORT: Duration = Duration::from_secs(16);

/// The most connections to the metrics at the same time.
const METRICS_CONNECTIONS: usize = 16;

/// Event management, registration, ticketing and check-in.
#[derive(Parser)]
#[command(name = "hoi", version = version::line())]
struct Arguments {
    /// The file with the settings; without it `hoi.toml` in the working directory, if there is one.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
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
    /// in again, the links in mails that were sent end, sensitive answers and numbers of participants can no longer be
    /// read, and two-step login is off until it is set up anew.
    AcceptSecret,
    /// Fills an empty database with demo events and a group, and prints the logins; leaves any other unchanged.
    Demo,
    /// Writes the database and the stored files into one archive, also while the server runs. The secret is not in it:
    /// keep a copy of that at another place.
    Backup {
        /// The new file, for example `hoi-2026-03-01.tar.gz`.
        file: PathBuf,
    },
    /// Puts a backup into an empty data folder, after verifying all of it. Copy the installation's secret into the folder
    /// first: with it the backup was signed.
    Restore {
        /// The archive that `hoi backup` wrote.
        file: PathBuf,
        /// Restores a backup although its signature cannot be verified: one of another installation, of an older version,
        /// or without the secret. Its maker may have put anything into it.
        #[arg(long)]
        unverified: bool,
        /// The newest list of erased people, `erased` of the former data folder or of a newer backup, if it is not in
        /// the data folder already. The people on it are erased again.
        #[arg(long, value_name = "FILE")]
        erased: Option<PathBuf>,
        /// Restores a backup older than 36 hours without such a list: people who were erased since are back.
        #[arg(long, conflicts_with = "erased")]
        without_erased: bool,
    },
    /// Looks for damage and contradictions in the data, also while the server runs; changes nothing. Ends with 0 if
    /// there are none, 1 if there are, 2 if something could not be checked.
    Check,
    /// Tries everything that the configuration names (public address, proxy, mail server, the sender's domain, storage,
    /// database, clocks) and says how to mend each fault. Ends with 0 if everything works, 1 if not, 2 if the
    /// configuration is wrong.
    Doctor {
        /// The selector of the DKIM key, as the mail provider shows it; without it usual ones are tried.
        #[arg(long)]
        dkim_selector: Option<String>,
        /// The address of a DNS server to ask instead of the system's, for example because that keeps an earlier answer.
        #[arg(long, value_parser = dns_server)]
        dns_server: Option<SocketAddr>,
    },
    /// Shows the settings in force, the source of each, and their faults; secrets are hidden. Ends with 1 if the server
    /// could not start with them.
    Config,
    /// Prints the script with which a shell completes commands and options.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Prints the manual page; with a folder, writes that page and one for each command into it.
    Man {
        /// An existing folder, such as `/usr/local/share/man/man1`.
        folder: Option<PathBuf>,
    },
    /// Shows the background jobs, and retries those that were given up; also while the server runs.
    #[command(subcommand)]
    Jobs(Jobs),
    /// Prints the API's description.
    Openapi,
    /// Prints the components of the program with their licenses.
    Licenses,
}

#[derive(Subcommand)]
enum Jobs {
    /// Lists jobs with their last error, without personal data.
    List {
        /// Only jobs that were given up.
        #[arg(long)]
        dead: bool,
    },
    /// Has jobs that were given up tried again at once.
    #[command(group(clap::ArgGroup::new("which").required(true)))]
    Retry {
        /// The job's identifier, as the list shows it.
        #[arg(group = "which")]
        id: Option<Uuid>,
        /// All jobs that were given up.
        #[arg(long, group = "which")]
        all_dead: bool,
    },
}

/// Reads the address of a DNS server, with or without its port.
fn dns_server(text: &str) -> Result<SocketAddr, AddrParseError> {
    let address: Result<IpAddr, _> = text.parse();
    address.map_or_else(|_| text.parse(), |address| Ok(SocketAddr::new(address, 53)))
}

fn main() -> ExitCode {
    let Arguments { config, command } = Arguments::parse();
    let command = command.unwrap_or(Command::Serve);
    let failure = match command {
        // 1 says that something was found.
        Command::Check | Command::Doctor { .. } => ExitCode::from(2),
        _ => ExitCode::FAILURE,
    };
    start(command, config.as_deref()).unwrap_or_else(|error| {
        eprintln!("hoi: {}", plain_lines(&format!("{error:#}")));
        failure
    })
}

fn start(command: Command, file: Option<&Path>) -> Result<ExitCode> {
    // Manual pages are for everyone to read.
    if !matches!(command, Command::Man { .. }) {
        data_folder::make_files_private();
    }
    let runtime = Runtime::new()?;
    let ended = runtime.block_on(run(command, file));
    // Blocking threads, for example decoding an image, may run on. They are not waited for.
    runtime.shutdown_background();
    ended
}

async fn run(command: Command, file: Option<&Path>) -> Result<ExitCode> {
    match &command {
        Command::Openapi => {
            return print(&openapi::written(&router::description())?);
        }
        Command::Licenses => return print(&licenses::text().context("the program is damaged")?),
        Command::Completions { shell } => return print_completions(*shell),
        Command::Man { folder } => return write_manual(folder.as_deref()),
        Command::Config => return Ok(show_settings(&Sources::read(file)?)),
        _ => {}
    }
    let config = Config::load(file)?;
    // Before anything slow. The system ends the other commands.
    let stop = match command {
        Command::Serve => Some(signals::listen(config.drain + LAST_RESORT)?),
        _ => None,
    };
    // The other commands print their results, which log lines of their inner calls would hide.
    let log = match command {
        Command::Serve => &config.log,
        _ => "warn",
    };
    let traces = match &config.traces_url {
        Some(url) if stop.is_some() => Some(Traces::start(url, config.traces_share)?),
        _ => None,
    };
    write_log(config.log_format, log, traces.as_ref())?;
    if let Some(stop) = stop {
        let served = serve(config, stop).await;
        if let Some(traces) = traces {
            spawn_blocking(|| traces.close()).await?;
        }
        served?;
        return Ok(ExitCode::SUCCESS);
    }
    let now = Clock::system().now();
    match command {
        Command::AcceptSecret => accept_secret(&config).await?,
        Command::Backup { file } => {
            say(&operations::backup(&config, &file, now).await?);
        }
        Command::Restore {
            file,
            unverified,
            erased,
            without_erased,
        } => {
            let choice = RestoreChoice {
                unverified,
                erased,
                without_erased,
            };
            say(&operations::restore(&config, &file, &choice, now).await?);
        }
        Command::Check => {
            let report = operations::check_installation(&config, now).await?;
            print!("{report}");
            return Ok(report.exit_code());
        }
        Command::Doctor {
            dkim_selector,
            dns_server,
        } => {
            let clock = Clock::system();
            let dns = DnsQuestions {
                server: dns_server,
                dkim_selector,
            };
            // It waits for several conversations at once, which need much memory.
            let report = Box::pin(operations::doctor(&config, &clock, &dns)).await;
            print!("{report}");
            return Ok(report.exit_code());
        }
        Command::Jobs(command) => jobs(&config, command).await?,
        Command::Migrate => open(config).await?.db.close().await,
        Command::Demo => {
            // Its mails are to people who do not exist: they stay in the folder, whatever server is configured.
            let config = Config {
                smtp_url: None,
                ..config
            };
            // The demo sets the clock as it plays the events of a year.
            let app = open_at(config, Clock::fixed(now)).await?;
            let server = AppWithDesk::new(app.clone());
            println!("{}", demo::fill(&server).await?);
            server.desk.close().await;
            app.db.close().await;
        }
        Command::CreateAdmin { email, name } => {
            let app = open(config).await?;
            create_admin(&app, &email, name.as_deref()).await?;
            app.db.close().await;
        }
        Command::Serve
        | Command::Config
        | Command::Completions { .. }
        | Command::Man { .. }
        | Command::Openapi
        | Command::Licenses => {}
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the program's own text, as it is.
fn print(text: &str) -> Result<ExitCode> {
    // A reader that has seen enough closes the pipe.
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Returns the description of the command line under the program's name, which is not its package's.
fn command_line() -> clap::Command {
    Arguments::command().name("hoi")
}

fn print_completions(shell: Shell) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command_line(), "hoi", &mut script);
    print(&String::from_utf8_lossy(&script))
}

fn write_manual(folder: Option<&Path>) -> Result<ExitCode> {
    if let Some(folder) = folder {
        clap_mangen::generate_to(command_line(), folder)
            .with_context(|| format!("cannot write into {}", folder.display()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command_line()).render(&mut page)?;
    print(&String::from_utf8_lossy(&page))
}

fn show_settings(sources: &Sources) -> ExitCode {
    let InForce { settings, faults } = InForce::of(sources);
    say(settings.trim_end());
    for fault in &faults {
        say(&format!("{:<12} {fault}", "PROBLEM"));
    }
    if faults.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Has log lines written to standard error, and spans sent if `traces` are made.
fn write_log(format: LogFormat, filter: &str, traces: Option<&Traces>) -> Result<()> {
    let filter = EnvFilter::try_new(filter).context("HOI_LOG is not a log filter")?;
    let is_terminal = io::stderr().is_terminal();
    let lines = if format.is_json(is_terminal) {
        fmt::layer()
            .json()
            .flatten_event(true)
            // A line from inside a store call names the call and the request around it.
            .with_current_span(false)
            .with_span_list(true)
            .with_writer(io::stderr)
            .boxed()
    } else {
        let lines = fmt::layer().with_writer(|| OneLine(io::stderr()));
        // On a terminal with colours, unless the variable `NO_COLOR` is set.
        if is_terminal {
            lines.boxed()
        } else {
            lines.with_ansi(false).boxed()
        }
    };
    match traces {
        // The filter of lines must not keep spans from traces.
        Some(traces) => registry()
            .with(lines.with_filter(filter))
            .with(traces.layer())
            .init(),
        None => registry().with(lines).with(filter).init(),
    }
    Ok(())
}

/// Prints a text that may contain words from outside.
fn say(text: &str) {
    println!("{}", plain_lines(text));
}

async fn jobs(config: &Config, command: Jobs) -> Result<()> {
    let db = operations::open_database(config).await?;
    let now = Clock::system().now();
    match command {
        Jobs::List { dead } => say(&operations::list_jobs(&db, dead).await?),
        Jobs::Retry { id: Some(id), .. } => {
            match operations::retry_job(&db, id, None, now).await? {
                Retried::Waiting => println!("The job is tried again as soon as a server runs."),
                Retried::WasWaiting => println!("The job was not given up; it is tried anyway."),
                Retried::Unknown => {
                    bail!(
                        "there is no job {id}: it was done, or never existed; see `hoi jobs list`"
                    )
                }
            }
        }
        Jobs::Retry { id: None, .. } => {
            let jobs = operations::retry_all_dead(&db, None, now).await?;
            println!("{jobs} jobs are tried again as soon as a server runs.");
        }
    }
    db.close().await;
    Ok(())
}

async fn open(config: Config) -> Result<App> {
    open_at(config, Clock::system()).await
}

async fn open_at(config: Config, clock: Clock) -> Result<App> {
    data_folder::prepare(&config)?;
    let mail = mails::transport(&config)?;
    App::open(config, clock, mail).await
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

/// Serves until `asked` to stop. Goes on for as long as the configuration says, while `/api/health` sends visitors to
/// other servers. Then running requests and jobs have [`DEADLINE`] to finish.
async fn serve(config: Config, asked: CancellationToken) -> Result<()> {
    let program = version::ProgramVersion::current();
    tracing::info!(
        version = program.version,
        commit = program.commit,
        built_on = program.built_on,
        sqlite = program.sqlite,
        lowest_postgres = program.lowest_postgres,
        "starting"
    );
    let prepared = async {
        let app = open(config).await?;
        accounts::ensure_first_admin(&app).await?;
        let erased = privacy::erase_again(&app).await;
        let erased = erased.map_err(|error| match error {
            hoi_platform::error::Error::Internal(error) => error,
            error => anyhow!("{error:?}"),
        })?;
        if erased > 0 {
            tracing::info!(
                erased,
                "people who were erased are erased again after a restore"
            );
        }
        let listener = listen("HOI_LISTEN", app.config.listen).await?;
        let metrics = match app.config.metrics_listen {
            Some(address) => Some(listen("HOI_METRICS_LISTEN", address).await?),
            None => None,
        };
        anyhow::Ok((AppWithDesk::new(app), listener, metrics))
    };
    let (server, listener, metrics) = tokio::select! {
        // The database undoes unfinished transactions when it is opened next.
        () = asked.cancelled() => return Ok(()),
        prepared = prepared => prepared?,
    };
    let stop = after_drain(&server.app, asked);
    let limits = Limits::for_files(
        raise_file_limit(),
        server.app.config.trusted_proxies.clone(),
    );
    if let Some(listener) = metrics {
        tracing::info!(address = %listener.local_addr()?, "metrics are served");
        let router = system::metrics_router(server.clone());
        let stop = stop.clone();
        tokio::spawn(async move {
            let limits = Limits::new(
                METRICS_CONNECTIONS,
                METRICS_CONNECTIONS,
                TrustedProxies::default(),
            );
            let remaining = serve::serve(listener, router, limits, stop).await;
            remaining.end(Instant::now() + FAREWELL).await;
        });
    }
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

/// Returns a token that is cancelled when the time to drain is over after `asked`.
fn after_drain(app: &App, asked: CancellationToken) -> CancellationToken {
    let stop = CancellationToken::new();
    let (app, stopped) = (app.clone(), stop.clone());
    tokio::spawn(async move {
        // Also cancelled when background work has ended.
        tokio::select! {
            () = asked.cancelled() => {}
            () = stopped.cancelled() => return,
        }
        app.vitals.leave();
        tracing::info!(seconds = app.config.drain.as_secs(), "draining");
        sleep(app.config.drain).await;
        stopped.cancel();
    });
    stop
}

/// `setting` is the name of the setting that the address comes from.
async fn listen(setting: &str, address: SocketAddr) -> Result<TcpListener> {
    let listener = TcpListener::bind(address).await;
    listener.with_context(|| format!("cannot listen on {address} ({setting})"))
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
        if let Err(error) = app.broadcast.write(&app.db, app.clock.now()).await {
            tracing::warn!(%error, "other servers were not told what happened last");
        }
        app.db.close().await;
    };
    if timeout(CLOSING, closed).await.is_err() {
        tracing::warn!("the database did not close in time");
    }
    ended.unwrap_or(Ok(())).context("background work panicked")
}

#[cfg(test)]
mod tests {
    use super::dns_server;

    #[test]
    fn a_dns_server_is_named_with_or_without_its_port() {
        for (text, expected) in [
            ("192.0.2.1", Some("192.0.2.1:53")),
            ("192.0.2.1:5353", Some("192.0.2.1:5353")),
            ("2001:db8::1", Some("[2001:db8::1]:53")),
            ("[2001:db8::1]:5353", Some("[2001:db8::1]:5353")),
            ("dns.hoi.vn", None),
            ("192.0.2.1:", None),
            ("", None),
        ] {
            let server = dns_server(text).ok().map(|server| server.to_string());
            assert_eq!(server.as_deref(), expected, "{text}");
        }
    }
}
