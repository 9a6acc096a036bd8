//! The list of erased registrations and accounts beside the database, in the data folder: identifiers alone. A backup
//! from before an erasure brings the person back, so the people on the list are erased again when a server starts.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use hoi_community::accounts::entity::user;
use hoi_jobs::{Attempt, Job, JobError};
use hoi_platform::app::App;
use hoi_platform::config::Config;
use hoi_platform::data_folder::ERASED;
use hoi_platform::error::Result;
use hoi_platform::ids::{AttendanceId, EventId, UserId};
use hoi_platform::terminal::plain;
use hoi_ticketing::attendances::attendance;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};
use serde::{Deserialize, Serialize};
use tokio::task;

use super::erase::erase_restored;
use super::erase_account::erase_account;

/// Identifiers in one query, below the engines' limits on bound values.
const CHUNK: usize = 500;

/// Stands before the identifier of an account.
const ACCOUNT: &str = "account:";

/// Writes erased people and accounts into the list.
#[derive(Debug, Serialize, Deserialize)]
pub struct KeepInList {
    /// Registrations.
    #[serde(default)]
    ids: Vec<AttendanceId>,
    #[serde(default)]
    accounts: Vec<UserId>,
}

impl KeepInList {
    #[must_use]
    pub fn participants(ids: Vec<AttendanceId>) -> Self {
        let accounts = Vec::new();
        Self { ids, accounts }
    }

    #[must_use]
    pub fn account(id: UserId) -> Self {
        Self {
            ids: Vec::new(),
            accounts: vec![id],
        }
    }
}

impl Job for KeepInList {
    const NAME: &'static str = "privacy.keepInList";
    type Context = App;

    async fn run(&self, app: &App, _: Attempt) -> std::result::Result<(), JobError> {
        let ids = self.ids.iter().map(ToString::to_string);
        let accounts = self.accounts.iter().map(|id| format!("{ACCOUNT}{id}"));
        Ok(add(&app.config, ids.chain(accounts).collect()).await?)
    }
}

/// Erases people and accounts on the list that the database holds, as after a restore; and adds to the list those that
/// are erased in the database alone, as in the new folder of a server. Returns how many were erased.
pub async fn erase_again(app: &App) -> Result<usize> {
    use attendance::Column::{ErasedAt, EventId as OfEvent, Id};
    let list = path(&app.config);
    let read_from = list.clone();
    let listed = task::spawn_blocking(move || read(&read_from)).await;
    let Listed { people, accounts } = listed.map_err(anyhow::Error::from)??;
    let mut erased = 0;
    let ids: Vec<AttendanceId> = people.iter().copied().collect();
    for chunk in ids.chunks(CHUNK) {
        let back: Vec<(EventId, AttendanceId)> = attendance::Entity::find()
            .select_only()
            .columns([OfEvent, Id])
            .filter(Id.is_in(chunk.iter().copied()))
            .filter(ErasedAt.is_null())
            .into_tuple()
            .all(app.db.read())
            .await?;
        for (event, id) in back {
            erase_restored(app, event, id).await?;
            erased += 1;
        }
    }
    erased += erase_accounts_again(app, &accounts).await?;
    let known = erased_in(app.db.read()).await?;
    let kept = task::spawn_blocking(move || keep(&list, known)).await;
    kept.map_err(anyhow::Error::from)??;
    Ok(erased)
}

/// The same for accounts. One that has to hand something over first, as before, is left and named in the log.
async fn erase_accounts_again(app: &App, listed: &HashSet<UserId>) -> Result<usize> {
    let mut erased = 0;
    let ids: Vec<UserId> = listed.iter().copied().collect();
    for chunk in ids.chunks(CHUNK) {
        let back: Vec<UserId> = user::live()
            .select_only()
            .column(user::Column::Id)
            .filter(user::Column::Id.is_in(chunk.iter().copied()))
            .into_tuple()
            .all(app.db.read())
            .await?;
        for id in back {
            match erase_account(app, id, None, None).await {
                Ok(()) => erased += 1,
                Err(error) => tracing::error!(?error, %id, "an account was not erased again"),
            }
        }
    }
    Ok(erased)
}

fn path(config: &Config) -> PathBuf {
    config.data_dir.join(ERASED)
}

async fn add(config: &Config, lines: Vec<String>) -> anyhow::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let path = path(config);
    task::spawn_blocking(move || write(&path, &lines)).await?
}

fn write(path: &Path, lines: &[String]) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let mut options = OpenOptions::new();
    let options = options.create(true).read(true).append(true);
    let mut file = options.open(path).with_context(cannot)?;
    // Two jobs may write at the same time.
    file.lock().with_context(cannot)?;
    // A line that was broken off would make nonsense of the next one.
    let mut before = Vec::new();
    file.read_to_end(&mut before).with_context(cannot)?;
    let whole = before.iter().rposition(|byte| *byte == b'\n');
    let whole = whole.map_or(0, |end| end + 1);
    let rest = before.get(whole..).unwrap_or_default();
    let is_line =
        !rest.is_empty() && str::from_utf8(rest).is_ok_and(|line| line_of(line).is_some());
    if is_line {
        file.write_all(b"\n").with_context(cannot)?;
    } else if !rest.is_empty() {
        file.set_len(whole as u64).with_context(cannot)?;
    }
    let text = format!("{}\n", lines.join("\n"));
    file.write_all(text.as_bytes()).with_context(cannot)?;
    Ok(file.sync_all()?)
}

/// The people and accounts on the list.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Listed {
    pub people: HashSet<AttendanceId>,
    pub accounts: HashSet<UserId>,
}

enum Line {
    Person(AttendanceId),
    Account(UserId),
}

fn line_of(line: &str) -> Option<Line> {
    match line.trim().strip_prefix(ACCOUNT) {
        Some(id) => id.parse().ok().map(Line::Account),
        None => line.trim().parse().ok().map(Line::Person),
    }
}

/// Whether a last line without an end is the beginning of one: the disk was full, or the power went.
fn is_broken_off(line: &str) -> bool {
    let id = line.strip_prefix(ACCOUNT).unwrap_or(line);
    let is_beginning = id
        .chars()
        .all(|char| char.is_ascii_hexdigit() || char == '-');
    ACCOUNT.starts_with(line) || (is_beginning && id.len() < 36)
}

/// Reads a list of erased registrations and accounts. Passing a line over would leave a person in the database.
///
/// # Errors
/// When a line is anything else, with its number.
pub fn parse(bytes: &[u8]) -> anyhow::Result<Listed> {
    let mut listed = Listed::default();
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut lines = bytes.split(|byte| *byte == b'\n').enumerate().peekable();
    while let Some((at, line)) = lines.next() {
        let number = at + 1;
        let text = str::from_utf8(line).with_context(|| format!("line {number} is no text"))?;
        let is_last = lines.peek().is_none();
        match line_of(text) {
            Some(Line::Person(id)) => {
                listed.people.insert(id);
            }
            Some(Line::Account(id)) => {
                listed.accounts.insert(id);
            }
            None if text.trim().is_empty() || (is_last && is_broken_off(text)) => {}
            None => anyhow::bail!(
                "line {number}, `{:.60}`, is no identifier of a registration or an account",
                plain(text.trim())
            ),
        }
    }
    Ok(listed)
}

impl Listed {
    /// Adds the entries of another list.
    pub fn extend(&mut self, other: Self) {
        self.people.extend(other.people);
        self.accounts.extend(other.accounts);
    }

    fn without(mut self, known: &Self) -> Self {
        self.people.retain(|id| !known.people.contains(id));
        self.accounts.retain(|id| !known.accounts.contains(id));
        self
    }

    /// Returns the lines of a file that names the same, in their order.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let people = self.people.iter().map(ToString::to_string);
        let accounts = self.accounts.iter().map(|id| format!("{ACCOUNT}{id}"));
        let mut lines: Vec<String> = people.chain(accounts).collect();
        lines.sort_unstable();
        lines
    }
}

/// Reads the people and accounts that are erased in a database.
pub async fn erased_in(conn: &impl ConnectionTrait) -> Result<Listed> {
    let people: Vec<AttendanceId> = attendance::Entity::find()
        .select_only()
        .column(attendance::Column::Id)
        .filter(attendance::Column::ErasedAt.is_not_null())
        .into_tuple()
        .all(conn)
        .await?;
    let accounts: Vec<UserId> = user::Entity::find()
        .select_only()
        .column(user::Column::Id)
        .filter(user::Column::DeletedAt.is_not_null())
        .into_tuple()
        .all(conn)
        .await?;
    Ok(Listed {
        people: people.into_iter().collect(),
        accounts: accounts.into_iter().collect(),
    })
}

/// Adds those entries to the list at `path` that it lacks.
///
/// # Errors
/// When it holds something else, or cannot be written.
pub fn keep(path: &Path, listed: Listed) -> anyhow::Result<()> {
    let missing = listed.without(&read(path)?).lines();
    if missing.is_empty() {
        return Ok(());
    }
    write(path, &missing)
}

/// Reads a list; an empty one where there is no file.
///
/// # Errors
/// As [`parse`] and when the file cannot be read.
pub fn read(path: &Path) -> anyhow::Result<Listed> {
    match fs::read(path) {
        Ok(bytes) => parse(&bytes).with_context(|| format!("{} cannot be used", path.display())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Listed::default()),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use hoi_platform::clock;

    use super::*;

    #[test]
    fn listed_people_are_read_also_behind_a_line_that_was_broken_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(ERASED);
        assert_eq!(read(&path).unwrap(), Listed::default());
        let ids: [AttendanceId; 4] = std::array::from_fn(|_| clock::new_id());
        let lines = ids.map(|id| id.to_string());
        let account: UserId = clock::new_id();
        write(&path, &lines[..1]).unwrap();
        for broken in ["0198c5a1-7c", "acco", "account:0198c5a1-7c", "\u{1ea5}"] {
            fs::write(&path, fs::read_to_string(&path).unwrap() + broken).unwrap();
            assert_eq!(read(&path).is_ok(), broken.is_ascii(), "{broken}");
            write(&path, &lines[1..2]).unwrap();
        }
        // Without an end, but whole.
        fs::write(&path, fs::read_to_string(&path).unwrap() + &lines[2]).unwrap();
        write(&path, &lines[3..]).unwrap();
        write(&path, &[format!("{ACCOUNT}{account}")]).unwrap();
        let listed = Listed {
            people: HashSet::from(ids),
            accounts: HashSet::from([account]),
        };
        assert_eq!(read(&path).unwrap(), listed);
    }

    #[test]
    fn a_mark_of_the_order_of_bytes_is_passed_over_and_nothing_else() {
        let id: AttendanceId = clock::new_id();
        for text in [format!("\u{feff}{id}\r\n\r\n"), format!("\n{id}")] {
            let listed = parse(text.as_bytes()).unwrap();
            assert_eq!(listed.people, HashSet::from([id]), "{text:?}");
        }
        for wrong in ["xyz\n", "# note\n", "account:\n", "0198c5a1-7c\n", "user:1"] {
            let error = parse(format!("{id}\n{wrong}").as_bytes()).unwrap_err();
            assert!(error.to_string().starts_with("line 2"), "{error}");
        }
        let error = parse(b"\xff\xfe0\0").unwrap_err();
        assert!(format!("{error:#}").starts_with("line 1 is no text"));
    }
}
