//! Writes an archive of the database and the stored files while the server works.
//!
//! Every file that the archived database knows must be in the archive, without a pause of the server. A file is stored
//! before its row and removed after its row is marked, and it never changes. So the database is copied first: then
//! every file of the copy was stored before. A file may still be removed between the copy and its turn. Then another
//! copy is made, which does not know this file any more; the files archived so far stay valid, and only those that were
//! added since are missing. Each further round has only a moment's changes to fetch, so it comes to an end. With the
//! files first, each upload between the list and the copy would be a row without its file. Behind the copy stands only
//! the manifest with its signature. It names the files of that copy, and a restore leaves out the others.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use hoi_db::{DatabaseUrl, Db, Timestamp};
use hoi_platform::config::Config;
use hoi_platform::files::file;
use hoi_platform::ids::FileId;
use hoi_platform::migrations::{self, MIGRATIONS};
use hoi_platform::secrets::Secrets;
use hoi_platform::storage::Storage;
use hoi_platform::{data_folder, installation, vitals};
use sea_orm::QuerySelect as _;

use super::archive::{self, Content, Hashing, MAX_FILE, Manifest, Name, StoredFile};
use super::progress::{Progress, size};
use crate::privacy::list::{self, Listed};

/// How many copies of the database are made before the backup gives up on files that go on disappearing.
const ROUNDS: usize = 20;

type Archive = tar::Builder<GzEncoder<BufWriter<File>>>;

/// Writes the backup to the new file `to`. Returns the message for the operator.
///
/// # Errors
/// When `to` exists, the database is not embedded, there is too little space, or reading or writing fails. Then nothing
/// stands at `to`.
pub async fn backup(config: &Config, to: &Path, now: Timestamp) -> Result<String> {
    if !matches!(config.database_url, DatabaseUrl::Sqlite(_)) {
        bail!(
            "the database is PostgreSQL, which has tools of its own: back it up with `pg_dump --format=custom \
             --file=hoi.dump <HOI_DATABASE_URL>`, then copy the stored files and the secret (README.md, Operation)"
        );
    }
    data_folder::refuse_unfinished_restore(config)?;
    refuse_existing(to)?;
    let db = Db::open_beside(&config.database_url).await?;
    let storage = Storage::open(config).await?;
    let secrets = Secrets::find(&config.data_dir)?;
    let partial = Partial::create(to)?;
    require_space(config, &db, &storage, to).await?;
    let listed = list::read(&config.data_dir.join(data_folder::ERASED))?;
    let written = write(&db, &storage, &partial, secrets.as_ref(), listed, now).await;
    let faults = match db.schema_faults(MIGRATIONS).await {
        Ok(faults) => migrations::describe(&faults),
        Err(error) => Some(format!("{:#}", anyhow::Error::from(error))),
    };
    db.close().await;
    let (archive, manifest) = written?;
    let file = archive
        .into_inner()?
        .finish()?
        .into_inner()
        .map_err(std::io::IntoInnerError::into_error)?;
    file.sync_all()?;
    refuse_existing(to)?;
    fs::rename(&partial.archive, to)
        .with_context(|| format!("cannot rename {}", partial.archive.display()))?;
    File::open(folder_of(to))?.sync_all()?;
    let mut lines = summary(&manifest, to, file.metadata()?.len(), config);
    if secrets.is_none() {
        lines.push(format!(
            "It is NOT signed, because {} is missing: put the installation's secret there.",
            config.data_dir.join("secret").display()
        ));
    }
    if let Some(faults) = faults {
        lines.push(format!(
            "`hoi restore` will REFUSE it, because the database is not as this program makes it: {faults}. Mend that, see \
             `hoi check`, and make another backup."
        ));
    }
    Ok(lines.join("\n"))
}

fn refuse_existing(to: &Path) -> Result<()> {
    let exists = to.symlink_metadata().is_ok();
    ensure!(
        !exists,
        "{} exists already; choose another name",
        to.display()
    );
    Ok(())
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

/// Returns options that create a file which only its owner can read and write, because it will contain personal data.
fn private() -> OpenOptions {
    let mut options = File::options();
    options.create(true).truncate(false).write(true).mode(0o600);
    options
}

/// The files that a backup writes before it is complete. They are removed when it ends; a killed one leaves them, and
/// the next backup to the same place replaces them.
struct Partial {
    archive: PathBuf,
    database: PathBuf,
    /// Locked while the backup runs.
    file: File,
}

impl Partial {
    fn create(to: &Path) -> Result<Self> {
        let beside = |ending: &str| {
            let mut name = to.as_os_str().to_owned();
            name.push(ending);
            PathBuf::from(name)
        };
        let archive = beside(".partial");
        let failed = || format!("cannot write {}", archive.display());
        let file = private().open(&archive).with_context(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("another backup is being written to {}", to.display())
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(failed),
        }
        // The other backup may have ended, and given the file its name, since it was opened here.
        refuse_existing(to)?;
        file.set_len(0).with_context(failed)?;
        Ok(Self {
            archive,
            database: beside(".database"),
            file,
        })
    }

    fn remove_database(&self) {
        for ending in ["", "-wal", "-shm"] {
            let mut path = self.database.as_os_str().to_owned();
            path.push(ending);
            // Ignored: usually there is no such file, and the next copy of the database fails if one remains.
            let _ = fs::remove_file(path);
        }
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        self.remove_database();
        // Ignored: a complete backup was renamed, so there is nothing to remove.
        let _ = fs::remove_file(&self.archive);
    }
}

/// Refuses when the copy of the database and an archive that cannot be compressed would leave the server less free space
/// than it needs (`HOI_MIN_FREE_MB`).
async fn require_space(config: &Config, db: &Db, storage: &Storage, to: &Path) -> Result<()> {
    let mut needed = db.copy_bytes().await?.saturating_mul(2);
    if storage.folder().is_some() {
        let files: u64 = storage.list().await?.iter().map(|file| file.bytes).sum();
        needed = needed.saturating_add(files);
    }
    let needed = needed.saturating_add(vitals::min_free_bytes(config));
    let folder = folder_of(to);
    if let Some(free) = vitals::free_bytes(folder) {
        ensure!(
            free >= needed,
            "{} has {} of free space, and the backup may need {}; make room, or write it to another disk",
            folder.display(),
            size(free),
            size(needed)
        );
    }
    Ok(())
}

async fn write(
    db: &Db,
    storage: &Storage,
    partial: &Partial,
    secrets: Option<&Secrets>,
    mut listed: Listed,
    now: Timestamp,
) -> Result<(Archive, Manifest)> {
    let compressed = GzEncoder::new(
        BufWriter::new(partial.file.try_clone()?),
        Compression::default(),
    );
    let mut archive = tar::Builder::new(compressed);
    let mut progress = Progress::new();
    let mut stored: HashMap<FileId, Content> = HashMap::new();
    let mut absent: HashSet<FileId> = HashSet::new();
    let mut bytes = 0;
    for _ in 0..ROUNDS {
        progress.show(|| "copying the database".to_owned());
        let copy = copy_database(db, partial, storage.folder().is_some()).await?;
        // The content is lost if a later copy still has the row of a missing file: the server did not remove the file.
        let lost: Vec<FileId> = copy
            .files
            .iter()
            .copied()
            .filter(|id| absent.contains(id))
            .collect();
        let mut is_complete = true;
        for id in &copy.files {
            if stored.contains_key(id) || absent.contains(id) {
                continue;
            }
            let Some(content) = storage.get(*id).await? else {
                absent.insert(*id);
                is_complete = false;
                continue;
            };
            let length = content.len() as u64;
            ensure!(
                length <= MAX_FILE,
                "the stored file {id} is too large for a backup"
            );
            let mut hashing = Hashing::new(&content[..]);
            archive::append(&mut archive, Name::File(*id), length, now, &mut hashing)?;
            stored.insert(*id, hashing.finish().1);
            bytes += length;
            progress.show(|| {
                format!(
                    "{} of {} files, {}",
                    stored.len(),
                    copy.files.len(),
                    size(bytes)
                )
            });
        }
        if !is_complete {
            continue;
        }
        let database = File::open(&partial.database)?;
        let length = database.metadata()?.len();
        let mut hashing = Hashing::new(database);
        progress.show(|| format!("archiving the database, {}", size(length)));
        archive::append(&mut archive, Name::Database, length, now, &mut hashing)?;
        let database = hashing.finish().1;
        listed.extend(copy.erased);
        let text = format!("{}\n", listed.lines().join("\n"));
        let mut hashing = Hashing::new(text.as_bytes());
        let length = text.len() as u64;
        archive::append(&mut archive, Name::Erased, length, now, &mut hashing)?;
        let files = copy.files.iter().filter_map(|id| {
            let content = stored.get(id)?.clone();
            Some(StoredFile { id: *id, content })
        });
        let manifest = Manifest::new(
            secrets.is_some(),
            now,
            copy.secret_fingerprint,
            storage.folder().is_some(),
            (database, hashing.finish().1),
            files.collect(),
            lost,
        );
        let text = serde_json::to_vec(&manifest)?;
        archive::append(
            &mut archive,
            Name::Manifest,
            text.len() as u64,
            now,
            &text[..],
        )?;
        if let Some(secrets) = secrets {
            let signature = archive::sign(&text, secrets);
            archive::append(
                &mut archive,
                Name::Signature,
                signature.len() as u64,
                now,
                signature.as_bytes(),
            )?;
        }
        archive.finish()?;
        archive.get_mut().flush()?;
        return Ok((archive, manifest));
    }
    bail!("stored files are removed faster than they can be copied; try again later")
}

/// A copy of the database.
struct Copy {
    secret_fingerprint: Option<String>,
    /// The erased people that it lists.
    erased: Listed,
    /// The files whose content must exist; none if they are not archived.
    files: Vec<FileId>,
}

async fn copy_database(db: &Db, partial: &Partial, with_files: bool) -> Result<Copy> {
    partial.remove_database();
    // The engine writes into an empty file that exists.
    private().open(&partial.database)?;
    db.copy_to(&partial.database)
        .await
        .context("the database cannot be copied; see `hoi check`")?;
    let copy = Db::open_beside(&DatabaseUrl::Sqlite(partial.database.clone())).await?;
    if let Some(damage) = copy.find_damage().await? {
        bail!("the copy of the database is damaged ({damage}); see `hoi check`");
    }
    let files = if with_files {
        file::live()
            .select_only()
            .column(file::Column::Id)
            .into_tuple()
            .all(copy.read())
            .await?
    } else {
        Vec::new()
    };
    let secret_fingerprint = installation::known_fingerprint(copy.read()).await?;
    let erased = list::erased_in(copy.read()).await;
    let erased = erased.map_err(|error| anyhow!("{error:?}"));
    copy.close().await;
    Ok(Copy {
        erased: erased?,
        secret_fingerprint,
        files,
    })
}

fn summary(manifest: &Manifest, to: &Path, bytes: u64, config: &Config) -> Vec<String> {
    let mut lines = vec![
        format!(
            "{} ({}) holds the database and {} stored files.",
            to.display(),
            size(bytes),
            manifest.file_count
        ),
        format!(
            "Keep a copy of {} at another place: it is not in the backup.",
            config.data_dir.join("secret").display()
        ),
    ];
    let erased = config.data_dir.join(data_folder::ERASED);
    if erased.exists() {
        lines.push(format!(
            "Keep the newest {} there, too: it names who was erased, also since this backup.",
            erased.display()
        ));
    }
    if !manifest.has_files {
        lines.push(
            "The stored files are NOT in it: they are in the bucket that HOI_STORAGE_URL names. Back up the bucket, after \
             this."
                .to_owned(),
        );
    }
    if !manifest.lost.is_empty() {
        lines.push(format!(
            "{} files that the database knows were not in the storage; `hoi check` names them.",
            manifest.lost.len()
        ));
    }
    lines
}
