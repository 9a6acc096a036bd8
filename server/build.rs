//! Rebuilds the program when the built web application changes, because it is embedded. In development the files are
//! read from their folder, which must exist while compiling even if it is empty.

fn main() {
    println!("cargo::rerun-if-changed=../frontend/dist");
    println!("cargo::rerun-if-changed=templates");
    if let Err(error) = std::fs::create_dir_all("../frontend/dist") {
        println!("cargo::warning=cannot make frontend/dist: {error}");
    }
}
