//! The built web application is carried inside the program: a change there is a change here. In development the files
//! are read from their folder, which must exist while compiling even when it is still empty.

fn main() {
    println!("cargo::rerun-if-changed=../frontend/dist");
    println!("cargo::rerun-if-changed=templates");
    if let Err(error) = std::fs::create_dir_all("../frontend/dist") {
        println!("cargo::warning=cannot make frontend/dist: {error}");
    }
}
