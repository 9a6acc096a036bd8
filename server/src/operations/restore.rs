//! Puts a backup into an empty data folder.
//!
//! The archive is read three times: completely, to verify it before anything is written; then its database is unpacked
//! and refused if it is not as the program makes it; then its files are put in place. Every hash is compared once more.
//! The database gets its name last. From the first write to the last the folder is marked, and no command uses a marked
//! folder.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use bytes::Bytes;
use hoi_db::{DatabaseUrl, Db, Lock, Timestamp};
use hoi_platform::config::Config;
use hoi_platform::data_folder::{self, ERASED, UNFINISHED_RESTORE};
use hoi_platform::ids::FileId;
use hoi_platform::migrations::{self, MIGRATIONS};
use hoi_platform::secrets::Secrets;
use hoi_platform::storage::Storage;
use hoi_platform::terminal::plain;
use hoi_platform::{installation, vitals};

use super::archive::{self, Content, Hashing, Manifest, Name, Verified};
use super::progress::{Progress, size};
use crate::privacy::list::{self, Listed};

/// The entries that an otherwise empty data folder may have, beside the lock: the secret, the configuration and the
/// list of erased registrations, which no backup holds, and the folder that a new file system has.
const ALLOWED: [&str; 4] = ["secret", "hoi.toml", ERASED, "lost+found"];

/// How old a backup may be to be restored without the list of people erased since: a nightly one is younger.
const FRESH: Duration = Duration::from_hours(36);

/// The operator's choices for a restore.
#[derive(Debug, Clone, Default)]
pub struct RestoreChoice {
    /// Takes a backup that cannot be verified.
    pub unverified: bool,
    /// The list of erased people to use beside that in the data folder.
    pub erased: Option<PathBuf>,
    /// Restores an old backup without such a list.
    pub without_erased: bool,
}

/// Restores the backup `from` as `choice` says. Returns the message for the operator.
///
/// # Errors
/// When a server runs on the data folder, the folder or the storage is not empty, the archive is not sound, its signature
/// cannot be verified, or its database is not as this program makes it: then nothing is restored. When writing fails: then
/// the folder stays marked.
pub async fn restore(
    config: &Config,
    from: &Path,
    choice: &RestoreChoice,
    now: Timestamp,
) -> Result<String> {
    let DatabaseUrl::Sqlite(database) = &config.database_url else {
        bail!(
            "a backup holds an embedded database, and HOI_DATABASE_URL names PostgreSQL; restore that with `pg_restore` \
             (README.md, Operation)"
        );
    };
    let file = File::open(from).with_context(|| format!("cannot read {}", from.display()))?;
    data_folder::refuse_unfinished_restore(config)?;
    let lock_path = database.with_extension("lock");
    let running = lock_path
        .exists()
        .then(|| Lock::take(database))
        .transpose()?;
    require_empty(config, database)?;
    drop(running);

    let mut progress = Progress::new();
    let room = room(config, database);
    let verified = archive::verify(&file, room, |bytes| {
        progress.show(|| format!("{} verified", size(bytes)));
    });
    let verified = verified.with_context(|| {
        format!(
            "{} is no sound backup; nothing was restored",
            from.display()
        )
    })?;
    let doubt = doubt(config, &verified)
        .with_context(|| format!("{} cannot be trusted; nothing was restored", from.display()))?;
    if let (Some(doubt), false) = (&doubt, choice.unverified) {
        bail!(
            "{} cannot be verified: {doubt}. Nothing was restored. If you trust its maker and the place where it lay, add \
             `--unverified`",
            from.display()
        );
    }
    let has_list = config.data_dir.join(ERASED).exists() || choice.erased.is_some();
    let erased = known_erased(config, from, &verified, choice, now)?;
    let manifest = verified.manifest;

    data_folder::prepare(config)?;
    let _lock = Lock::take(database)?;
    require_empty(config, database)?;
    let marker = config.data_dir.join(UNFINISHED_RESTORE);
    let advice = advice(config);
    write_synced(&marker, advice.as_bytes())?;
    sync(&config.data_dir)?;
    let unfinished = database.with_extension("restoring");
    if let Err(error) = unpack_database(&file, &manifest, &unfinished).await {
        remove_database(&unfinished);
        fs::remove_file(&marker)?;
        return Err(error.context(format!("nothing was restored from {}", from.display())));
    }
    let storage = Storage::open(config).await.context(advice.clone())?;
    let put = put_files(&storage, &file, &manifest, &mut progress).await;
    put.context(advice)?;
    list::keep(&config.data_dir.join(ERASED), erased)?;
    fs::rename(&unfinished, database)?;
    sync(database.parent().unwrap_or(&config.data_dir))?;
    fs::remove_file(&marker)?;
    sync(&config.data_dir)?;
    drop(progress);
    summary(config, &manifest, doubt.as_deref(), has_list)
}

/// Returns the erased people on the lists of the data folder, the operator and the archive.
///
/// # Errors
/// When a list holds something else; when the only one is that of an old archive, and the operator did not say that
/// there is none.
fn known_erased(
    config: &Config,
    from: &Path,
    verified: &Verified,
    choice: &RestoreChoice,
    now: Timestamp,
) -> Result<Listed> {
    let beside = config.data_dir.join(ERASED);
    let mut erased = list::read(&beside)?;
    if let Some(path) = &choice.erased {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let more = list::parse(&bytes);
        erased.extend(more.with_context(|| format!("{} cannot be used", path.display()))?);
    }
    let of_archive = list::parse(&verified.erased);
    erased.extend(of_archive.with_context(|| format!("the list in {}", from.display()))?);
    let has_list = beside.exists() || choice.erased.is_some();
    let made = verified.manifest.created_at;
    ensure!(
        has_list || choice.without_erased || made.until(now) <= FRESH,
        "the backup is of {made}, and people who were erased since would be back. Nothing was restored. Say who they are: put \
         the newest list to {beside}, or add `--erased FILE`. A newer backup holds one, too: `tar -xzf NEWER.tar.gz {ERASED}`. \
         If no list is left, or nobody was erased, add `--without-erased`",
        beside = beside.display()
    );
    Ok(erased)
}

/// Returns why it is not certain that this installation made the archive and that nothing was changed since; None if it
/// is.
///
/// # Errors
/// When the archive says that this installation made it, and the signature is another one.
fn doubt(config: &Config, verified: &Verified) -> Result<Option<String>> {
    let path = config.data_dir.join("secret");
    if !verified.is_signed() {
        let reason = "it has no signature, as those that an older version made, or that were made while the secret was \
                      missing";
        return Ok(Some(reason.to_owned()));
    }
    let Some(secrets) = Secrets::find(&config.data_dir)? else {
        return Ok(Some(format!(
            "{} is missing, with which the installation signs its backups: put it there first, unless it is lost",
            path.display()
        )));
    };
    if verified.is_signed_with(&secrets) {
        return Ok(None);
    }
    let own = Some(installation::fingerprint(&secrets));
    ensure!(
        verified.manifest.secret_fingerprint != own,
        "it was changed since this installation made it"
    );
    Ok(Some(format!(
        "it was signed with another secret than {}: another installation made it, or it was changed",
        path.display()
    )))
}

fn require_empty(config: &Config, database: &Path) -> Result<()> {
    let folder = &config.data_dir;
    let found = match fs::read_dir(folder) {
        Ok(entries) => entries
            .map(|entry| entry.map(|entry| entry.file_name()))
            .collect::<io::Result<Vec<_>>>()?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read {}", folder.display()));
        }
    };
    let lock = database.with_extension("lock");
    let other = found.iter().find(|name| {
        let is_lock = lock.file_name() == Some(name.as_os_str());
        !is_lock && ALLOWED.iter().all(|allowed| name != allowed)
    });
    if let Some(other) = other {
        bail!(
            "{} is not empty (it holds `{}`); restore into a new folder, or move the old one away",
            folder.display(),
            other.display()
        );
    }
    ensure!(
        !database.exists(),
        "{} exists already; move it away first",
        database.display()
    );
    Ok(())
}

/// Returns how many bytes may be restored.
fn room(config: &Config, database: &Path) -> u64 {
    let existing = |path: &Path| {
        path.ancestors()
            .find(|path| path.is_dir())
            .map(Path::to_owned)
    };
    let folders = [Some(config.data_dir.as_path()), database.parent()];
    let free = folders.into_iter().flatten().filter_map(|folder| {
        let folder = std::path::absolute(folder).ok()?;
        vitals::free_bytes(&existing(&folder)?)
    });
    free.min().unwrap_or(u64::MAX)
}

fn advice(config: &Config) -> String {
    let also = match &config.storage_url {
        Some(_) => " and everything in the storage that HOI_STORAGE_URL names",
        None => "",
    };
    format!(
        "a restore into {} was broken off; remove everything in it except `secret`, `hoi.toml` and \
         `{ERASED}`{also}, then run `hoi restore` again",
        config.data_dir.display()
    )
}

/// Writes the database of the archive to `to`, if it is as this program makes it.
async fn unpack_database(file: &File, manifest: &Manifest, to: &Path) -> Result<()> {
    let mut archive = archive::open(file)?;
    for entry in archive.entries()?.raw(true) {
        let mut entry = entry?;
        if Name::of(&entry)? != Name::Database {
            continue;
        }
        let mut hashing = Hashing::new(BufWriter::new(File::create_new(to)?));
        io::copy(&mut entry, &mut hashing)?;
        hashing.flush()?;
        let (writer, content) = hashing.finish();
        ensure!(content == manifest.database, changed(Name::Database));
        writer
            .into_inner()
            .map_err(io::IntoInnerError::into_error)?
            .sync_all()?;
    }
    let db = Db::open_beside(&DatabaseUrl::Sqlite(to.to_owned())).await?;
    let faults = db.schema_faults(MIGRATIONS).await;
    db.close().await;
    if let Some(faults) = migrations::describe(&faults?) {
        bail!(
            "its database is not as this program makes it: {faults}. Mend that where the backup was made and make another \
             one, or see docs/deployment.md (A backup that is refused)"
        );
    }
    Ok(())
}

/// Removes an unpacked database with the files that the engine keeps beside it.
fn remove_database(path: &Path) {
    for ending in ["", "-wal", "-shm"] {
        let mut file = path.as_os_str().to_owned();
        file.push(ending);
        // Ignored: usually there is no such file, and the next restore names one that remains.
        let _ = fs::remove_file(file);
    }
}

fn changed(name: Name) -> String {
    format!("`{name}` was changed while it was restored")
}

async fn put_files(
    storage: &Storage,
    file: &File,
    manifest: &Manifest,
    progress: &mut Progress,
) -> Result<()> {
    if manifest.has_files {
        ensure!(
            storage.list().await?.is_empty(),
            "the storage that HOI_STORAGE_URL names is not empty"
        );
    }
    let known: HashMap<FileId, &Content> = manifest
        .files
        .iter()
        .map(|file| (file.id, &file.content))
        .collect();
    let mut done = 0;
    let mut archive = archive::open(file)?;
    for entry in archive.entries()?.raw(true) {
        let mut entry = entry?;
        let Name::File(id) = Name::of(&entry)? else {
            continue;
        };
        // A file whose row was removed while the backup was made.
        let Some(expected) = known.get(&id) else {
            continue;
        };
        let mut hashing = Hashing::new(&mut entry);
        let mut content = Vec::new();
        hashing.read_to_end(&mut content)?;
        ensure!(hashing.finish().1 == **expected, changed(Name::File(id)));
        storage.put(id, Bytes::from(content)).await?;
        done += 1;
        progress.show(|| format!("{done} of {} files", known.len()));
    }
    Ok(())
}

fn write_synced(path: &Path, text: &[u8]) -> Result<()> {
    let mut file =
        File::create_new(path).with_context(|| format!("cannot write {}", path.display()))?;
    file.write_all(text)?;
    Ok(file.sync_all()?)
}

/// Makes names in the folder durable.
fn sync(folder: &Path) -> Result<()> {
    Ok(File::open(folder)?.sync_all()?)
}

fn summary(
    config: &Config,
    manifest: &Manifest,
    doubt: Option<&str>,
    has_list: bool,
) -> Result<String> {
    let version = plain(&manifest.version);
    let mut lines = vec![format!(
        "Restored the backup of {} (version {version:.40}) with {} stored files.",
        manifest.created_at, manifest.file_count
    )];
    lines.push(match doubt {
        None => "This installation made it, and nothing was changed since.".to_owned(),
        Some(doubt) => format!("It was NOT verified: {doubt}."),
    });
    let secret = config.data_dir.join("secret");
    let own = Secrets::find(&config.data_dir)?.map(|secrets| installation::fingerprint(&secrets));
    if manifest.secret_fingerprint.is_some() && own != manifest.secret_fingerprint {
        let what = match own {
            None => "has no secret yet",
            Some(_) => "holds another secret than the one the backup was made with",
        };
        lines.push(format!(
            "The data folder {what}, so the server will not start: put the installation's own to {}. If it is lost, `hoi \
             accept-secret` goes on without it: everyone has to log in again, the links in mails that were sent end, and \
             two-step login is off until it is set up anew.",
            secret.display()
        ));
    }
    if !manifest.has_files {
        lines.push(
            "The backup has no stored files, because they were in a bucket: let HOI_STORAGE_URL name that bucket or its \
             copy."
                .to_owned(),
        );
    }
    if !manifest.lost.is_empty() {
        lines.push(format!(
            "{} files were missing when the backup was made; `hoi check` names them.",
            manifest.lost.len()
        ));
    }
    let list = config.data_dir.join(ERASED);
    if list.exists() {
        lines.push(format!(
            "People whom {} names are erased again when the server starts.",
            list.display()
        ));
    }
    if !has_list {
        lines.push(format!(
            "If people were erased since the backup was made, add the list of them to {} before the server starts.",
            list.display()
        ));
    }
    lines.push("Start the server, then run `hoi check`.".to_owned());
    Ok(lines.join("\n"))
}
