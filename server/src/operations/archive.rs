//! The archive of a backup: a compressed tar with the files (`files/<id>`), the database (`hoi.db`), the list of erased people
//! (`erased`), the manifest and its signature, which come last, so that an archive that was broken off has none.
//!
//! An archive may come from anywhere. It can only name files by identifiers, hold plain files, and be as large as
//! stored files may be. The manifest names every file with its size and hash, and the signature is made of its text
//! with the installation's secret: so the secret tells whether anything was changed. Nothing follows the end.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read, Seek as _, Write};

use anyhow::{Context as _, Result, bail, ensure};
use flate2::bufread::GzDecoder;
use hoi_db::Timestamp;
use hoi_platform::data_folder::ERASED;
use hoi_platform::ids::FileId;
use hoi_platform::secrets::{Secrets, hex, unhex};
use hoi_platform::terminal::plain;
use hoi_platform::version::ProgramVersion;
use ring::digest;
use serde::{Deserialize, Serialize};
use tar::{Archive, Entry, EntryType};

/// The format of a signed archive.
const SIGNED: u32 = 2;
/// The format of an unsigned archive, which an older version made, or which was made without the secret. Other formats
/// are refused.
const UNSIGNED: u32 = 1;
/// The purpose of a manifest's signature.
const PURPOSE: &str = "backup.manifest";
/// The only engine whose database an archive holds.
const ENGINE: &str = "sqlite";
const DATABASE: &str = "hoi.db";
const MANIFEST: &str = "manifest.json";
const SIGNATURE: &str = "manifest.signature";
/// The largest list of erased people: some two million.
const MAX_ERASED: u64 = 128 * 1024 * 1024;
const FILES: &str = "files/";
/// The largest stored file, which is read into memory. Uploads are far smaller.
pub const MAX_FILE: u64 = 256 * 1024 * 1024;
/// The largest manifest: some two million files.
const MAX_MANIFEST: u64 = 256 * 1024 * 1024;
/// The largest signature, which is some text in hexadecimal.
const MAX_SIGNATURE: u64 = 1024;
/// The most zeros that may follow the last entry, which a tar pads.
const MAX_PADDING: u64 = 1024 * 1024;

/// The contents of an archive, and its origin.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    format: u32,
    /// The version of the program that made it.
    pub version: String,
    engine: String,
    pub created_at: Timestamp,
    /// The fingerprint of the installation's secret, which is not in the archive itself; None if no server has used the
    /// database yet.
    pub secret_fingerprint: Option<String>,
    /// False if the files are in a bucket.
    pub has_files: bool,
    pub file_count: usize,
    pub database: Content,
    /// The list of erased registrations and accounts; None in an archive of an older version.
    #[serde(default)]
    pub erased: Option<Content>,
    /// The files to which rows of the database refer. The archive may hold others, which were removed while it was
    /// made.
    pub files: Vec<StoredFile>,
    /// Files to which rows refer, but whose content was missing in the storage.
    pub lost: Vec<FileId>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    pub bytes: u64,
    /// The SHA-256 of the file, in hexadecimal.
    pub sha256: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredFile {
    pub id: FileId,
    #[serde(flatten)]
    pub content: Content,
}

impl Manifest {
    pub fn new(
        is_signed: bool,
        created_at: Timestamp,
        secret_fingerprint: Option<String>,
        has_files: bool,
        (database, erased): (Content, Content),
        files: Vec<StoredFile>,
        lost: Vec<FileId>,
    ) -> Self {
        Self {
            format: if is_signed { SIGNED } else { UNSIGNED },
            version: ProgramVersion::current().version.to_owned(),
            engine: ENGINE.to_owned(),
            created_at,
            secret_fingerprint,
            has_files,
            file_count: files.len(),
            database,
            erased: Some(erased),
            files,
            lost,
        }
    }
}

/// The name of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Name {
    File(FileId),
    Database,
    /// The list of erased registrations and accounts.
    Erased,
    Manifest,
    Signature,
}

impl Name {
    /// Returns the name of an entry that an archive may hold.
    ///
    /// # Errors
    /// When it is a link, a folder or anything else than a plain file, has another name, or is too large.
    pub fn of(entry: &Entry<'_, impl Read>) -> Result<Self> {
        let path = entry.path_bytes();
        let shown = plain(&String::from_utf8_lossy(&path));
        ensure!(
            entry.header().entry_type() == EntryType::Regular,
            "`{shown}` is not a plain file"
        );
        let name = match &*shown {
            DATABASE => Self::Database,
            ERASED => Self::Erased,
            MANIFEST => Self::Manifest,
            SIGNATURE => Self::Signature,
            other => {
                let id = other.strip_prefix(FILES).and_then(|id| id.parse().ok());
                let name = Self::File(
                    id.with_context(|| format!("`{shown}` does not belong into a backup"))?,
                );
                ensure!(
                    name.to_string() == shown,
                    "`{shown}` does not belong into a backup"
                );
                name
            }
        };
        let most = match name {
            Self::File(_) => MAX_FILE,
            Self::Erased => MAX_ERASED,
            Self::Manifest => MAX_MANIFEST,
            Self::Signature => MAX_SIGNATURE,
            Self::Database => u64::MAX,
        };
        ensure!(entry.size() <= most, "`{shown}` is too large");
        Ok(name)
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File(id) => write!(f, "{FILES}{id}"),
            Self::Database => f.write_str(DATABASE),
            Self::Erased => f.write_str(ERASED),
            Self::Manifest => f.write_str(MANIFEST),
            Self::Signature => f.write_str(SIGNATURE),
        }
    }
}

/// Reads or writes, and computes SHA-256 of the bytes that pass.
pub struct Hashing<T> {
    inner: T,
    bytes: u64,
    context: digest::Context,
}

impl<T> Hashing<T> {
    pub fn new(inner: T) -> Self {
        Self {
            inner,
            bytes: 0,
            context: digest::Context::new(&digest::SHA256),
        }
    }

    pub fn finish(self) -> (T, Content) {
        let content = Content {
            bytes: self.bytes,
            sha256: hex(self.context.finish().as_ref()),
        };
        (self.inner, content)
    }

    fn pass(&mut self, piece: &[u8]) {
        self.context.update(piece);
        self.bytes += piece.len() as u64;
    }
}

impl<T: Read> Read for Hashing<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.pass(buffer.get(..read).unwrap_or_default());
        Ok(read)
    }
}

impl<T: Write> Write for Hashing<T> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(piece)?;
        self.pass(piece.get(..written).unwrap_or_default());
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Returns the signature of a manifest, as its entry holds it.
pub fn sign(manifest: &[u8], secrets: &Secrets) -> String {
    hex(&secrets.sign(PURPOSE, manifest))
}

/// An archive in which everything is there that its manifest names.
pub struct Verified {
    pub manifest: Manifest,
    /// The text of the manifest, which was signed.
    text: Vec<u8>,
    signature: Option<String>,
    /// The list of erased registrations and accounts.
    pub erased: Vec<u8>,
}

impl Verified {
    pub fn is_signed(&self) -> bool {
        self.signature.is_some()
    }

    /// Returns whether the manifest was signed with this secret, and not changed since.
    pub fn is_signed_with(&self, secrets: &Secrets) -> bool {
        let signature = self.signature.as_deref().and_then(unhex);
        signature.is_some_and(|signature| secrets.verify(PURPOSE, &self.text, &signature))
    }
}

/// Opens the archive from its beginning. Entries are read with `raw`, so that none is taken for a note about the next
/// one, of any length.
pub fn open(mut file: &File) -> Result<Archive<GzDecoder<BufReader<&File>>>> {
    file.rewind()?;
    Ok(Archive::new(GzDecoder::new(BufReader::new(file))))
}

/// Reads the whole archive, without storing anything, and returns its manifest if everything that the manifest names is
/// there unchanged. Does not check the signature: see [`Verified::is_signed_with`].
///
/// # Errors
/// When the archive is cut off, was changed, is no backup, unpacks to more than `most_bytes`, or anything follows it.
pub fn verify(file: &File, most_bytes: u64, mut on_entry: impl FnMut(u64)) -> Result<Verified> {
    let mut archive = open(file)?;
    let mut seen: HashSet<Name> = HashSet::new();
    let mut files: HashMap<FileId, Content> = HashMap::new();
    let (mut database, mut erased, mut manifest, mut signature) = (None, None, None, None);
    let mut total = 0_u64;
    for entry in archive.entries()?.raw(true) {
        let mut entry = entry.context(CUT_OFF)?;
        let name = Name::of(&entry)?;
        ensure!(
            manifest.is_some() == (name == Name::Signature),
            "`{name}` stands on the wrong side of the manifest"
        );
        ensure!(seen.insert(name), "`{name}` is in it twice");
        // Every entry has a head of half a kibibyte, so that many empty ones count too.
        total = total.saturating_add(entry.size()).saturating_add(512);
        ensure!(
            total <= most_bytes,
            "it unpacks to more than there is room for; make room, or see that this is your backup"
        );
        if matches!(name, Name::Manifest | Name::Signature) {
            let mut text = Vec::new();
            entry.read_to_end(&mut text).context(CUT_OFF)?;
            if name == Name::Manifest {
                manifest = Some((parse(&text)?, text));
            } else {
                signature = Some(String::from_utf8(text).context(CUT_OFF)?);
            }
            continue;
        }
        let size = entry.size();
        let mut hashing = Hashing::new(&mut entry);
        let mut list = Vec::new();
        if name == Name::Erased {
            hashing.read_to_end(&mut list).context(CUT_OFF)?;
        } else {
            io::copy(&mut hashing, &mut io::sink()).context(CUT_OFF)?;
        }
        let (_, content) = hashing.finish();
        ensure!(content.bytes == size, CUT_OFF);
        match name {
            Name::File(id) => drop(files.insert(id, content)),
            Name::Erased => erased = Some((content, list)),
            _ => database = Some(content),
        }
        on_entry(total);
    }
    // The checksum of the compression stands at its end.
    let mut padding = Vec::new();
    let mut rest = archive.into_inner().take(MAX_PADDING);
    rest.read_to_end(&mut padding).context(CUT_OFF)?;
    let is_padding = (padding.len() as u64) < MAX_PADDING && padding.iter().all(|byte| *byte == 0);
    let mut behind = rest.into_inner().into_inner();
    ensure!(
        is_padding && behind.fill_buf()?.is_empty(),
        "something follows its end"
    );
    let (manifest, text) = manifest.context(CUT_OFF)?;
    ensure!(signature.is_some() == (manifest.format == SIGNED), CUT_OFF);
    let changed = "is missing, or was changed since the backup was made";
    ensure!(
        database.as_ref() == Some(&manifest.database),
        "`{DATABASE}` {changed}"
    );
    let (listed, erased) = erased.unzip();
    ensure!(listed == manifest.erased, "`{ERASED}` {changed}");
    ensure!(
        manifest.file_count == manifest.files.len(),
        "`{MANIFEST}` {changed}"
    );
    for StoredFile { id, content } in &manifest.files {
        ensure!(
            files.get(id) == Some(content),
            "`{}` {changed}",
            Name::File(*id)
        );
    }
    Ok(Verified {
        manifest,
        text,
        signature,
        erased: erased.unwrap_or_default(),
    })
}

const CUT_OFF: &str = "it is not complete, or damaged";

fn parse(text: &[u8]) -> Result<Manifest> {
    /// The part of the manifest that every form has.
    #[derive(Deserialize)]
    struct Form {
        format: u32,
        version: String,
    }
    let unreadable = || format!("`{MANIFEST}` cannot be read");
    let form: Form = serde_json::from_slice(text).with_context(unreadable)?;
    if ![UNSIGNED, SIGNED].contains(&form.format) {
        let version = plain(&form.version);
        bail!("it was made by version {version:.40}; use that one");
    }
    let manifest: Manifest = serde_json::from_slice(text).with_context(unreadable)?;
    ensure!(manifest.engine == ENGINE, "it holds no embedded database");
    Ok(manifest)
}

/// Appends an entry that only its owner may read.
pub fn append(
    archive: &mut tar::Builder<impl Write>,
    name: Name,
    bytes: u64,
    at: Timestamp,
    content: impl Read,
) -> io::Result<()> {
    let mut header = tar::Header::new_ustar();
    header.set_entry_type(EntryType::Regular);
    header.set_mode(0o600);
    header.set_size(bytes);
    header.set_mtime(u64::try_from(at.0 / 1000).unwrap_or(0));
    archive.append_data(&mut header, name.to_string(), content)
}
