//! Packs the list of components, which the program carries, and rebuilds the program when the built web application changes,
//! because it is embedded. In development the application's files are read from their folder, which must exist while
//! compiling even if it is empty.

use std::io::Write as _;
use std::path::Path;
use std::{env, error, fs};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> Result<(), Box<dyn error::Error>> {
    println!("cargo::rerun-if-changed=../frontend/dist");
    println!("cargo::rerun-if-changed=templates");
    println!("cargo::rerun-if-changed=licenses.txt");
    if let Err(error) = fs::create_dir_all("../frontend/dist") {
        println!("cargo::warning=cannot make frontend/dist: {error}");
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&fs::read("licenses.txt")?)?;
    let folder = env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?;
    fs::write(Path::new(&folder).join("licenses.txt.gz"), packed.finish()?)?;
    Ok(())
}
