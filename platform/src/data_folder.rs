//! Makes the data folder accessible to the program's user only, including files that an earlier version or a copy left
//! open to others.

use std::fs::{self, DirBuilder, Metadata, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use hoi_db::DatabaseUrl;
use rustix::fs::{Access, Mode, access};
use rustix::process::{geteuid, umask};

use crate::config::Config;

/// Access for the owner only, on folders and on files.
const OWN_FOLDER: u32 = 0o700;
const OWN_FILE: u32 = 0o600;

/// The file that marks a data folder into which a backup is being restored. Its text tells the operator how to
/// continue.
pub const UNFINISHED_RESTORE: &str = "restore-unfinished";
/// The file with the identifiers of erased registrations and accounts. It is outside the database, so that the server
/// can repeat the erasures in a restored one.
pub const ERASED: &str = "erased";

/// Refuses a data folder in which a restore was broken off, because its contents are incomplete.
///
/// # Errors
/// When the folder is marked; the error tells the operator how to continue.
pub fn refuse_unfinished_restore(config: &Config) -> Result<()> {
    let marker = config.data_dir.join(UNFINISHED_RESTORE);
    match fs::read_to_string(&marker) {
        Ok(advice) => bail!("{}", advice.trim()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", marker.display())),
    }
}

/// Makes new files of the process private, whatever umask it was started with.
pub fn make_files_private() {
    umask(Mode::RWXG | Mode::RWXO);
}

/// Creates the folder if it does not exist, and removes other users' access to its contents.
///
/// # Errors
/// When the folder cannot be created, a restore into it was broken off, or the file of the embedded database cannot be
/// written.
pub fn prepare(config: &Config) -> Result<()> {
    refuse_unfinished_restore(config)?;
    let folder = &config.data_dir;
    DirBuilder::new()
        .recursive(true)
        .mode(OWN_FOLDER)
        .create(folder)
        .with_context(|| format!("cannot make the data folder {}", folder.display()))?;
    let mut own = vec![
        folder.join("secret"),
        folder.join(ERASED),
        folder.join("files"),
        folder.join("mail"),
    ];
    if let DatabaseUrl::Sqlite(path) = &config.database_url {
        check_writable(path)?;
        own.extend(database_files(path));
    }
    if is_ours(folder) {
        own.push(folder.clone());
    }
    for path in own {
        let narrowed = if path == *folder {
            fs::symlink_metadata(&path).and_then(|metadata| narrow(&path, &metadata))
        } else {
            narrow_all(&path)
        };
        if let Err(error) = narrowed {
            tracing::warn!(%error, path = %path.display(), "other users may be able to read this");
        }
    }
    Ok(())
}

/// Checks that the database's file and folder are writable. The embedded engine would open a read-only file and fail
/// much later, and it creates further files beside it.
fn check_writable(path: &Path) -> Result<()> {
    let refusal = |what: &Path| {
        format!(
            "{} cannot be written, which the database needs; let the user that runs hoi own it",
            what.display()
        )
    };
    match OpenOptions::new().append(true).open(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(error).with_context(|| refusal(path));
        }
        _ => {}
    }
    match path.parent() {
        Some(folder) if folder.is_dir() => {
            access(folder, Access::WRITE_OK | Access::EXEC_OK).with_context(|| refusal(folder))
        }
        _ => Ok(()),
    }
}

/// Returns the database's file and those that the engine keeps beside it.
fn database_files(path: &Path) -> Vec<PathBuf> {
    let beside = ["-wal", "-shm", "-journal"].map(|ending| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    });
    let mut files = vec![path.to_owned(), path.with_extension("lock")];
    files.extend(beside);
    files
}

/// Returns whether the folder belongs to Hội and is not shared like `/tmp`: it contains a secret or nothing, and the
/// program's user owns it.
fn is_ours(folder: &Path) -> bool {
    let (Ok(metadata), Ok(mut entries)) = (fs::metadata(folder), fs::read_dir(folder)) else {
        return false;
    };
    let is_shared = metadata.mode() & 0o1000 != 0;
    let holds_secret = folder.join("secret").is_file();
    metadata.uid() == geteuid().as_raw() && !is_shared && (holds_secret || entries.next().is_none())
}

fn narrow_all(path: &Path) -> io::Result<()> {
    let metadata = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    narrow(path, &metadata)?;
    if metadata.is_dir() {
        for entry in fs::read_dir(path)? {
            narrow_all(&entry?.path())?;
        }
    }
    Ok(())
}

/// Removes other users' access. Skips symbolic links, whose targets may belong to others.
fn narrow(path: &Path, metadata: &Metadata) -> io::Result<()> {
    let mode = match metadata.file_type() {
        kind if kind.is_dir() => OWN_FOLDER,
        kind if kind.is_file() => OWN_FILE,
        _ => return Ok(()),
    };
    if metadata.mode() & 0o077 != 0 {
        fs::set_permissions(path, Permissions::from_mode(mode))?;
    }
    Ok(())
}
