//! Packs the list of components, which the program carries.

use std::io::Write as _;
use std::path::Path;
use std::{env, error, fs};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> Result<(), Box<dyn error::Error>> {
    println!("cargo::rerun-if-changed=licenses.txt");
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&fs::read("licenses.txt")?)?;
    let folder = env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?;
    fs::write(Path::new(&folder).join("licenses.txt.gz"), packed.finish()?)?;
    Ok(())
}
