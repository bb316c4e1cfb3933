//! Lists the files of the conformance suite, so that every case in the folder ships.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    // Cargo runs this in the folder of the package. Paths stay relative to it, so that checkouts can share a build cache.
    let folder = Path::new("../../conformance");
    println!("cargo::rerun-if-changed=../../conformance");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".steer.json") || name.ends_with(".bits") {
            names.push(name);
        }
    }
    names.sort_unstable();
    let mut list = String::from("&[\n");
    for name in names {
        let path = format!("/../../conformance/{name}");
        writeln!(
            list,
            "    ({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))),"
        )?;
    }
    list.push(']');
    let out = std::env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    std::fs::write(Path::new(&out).join("conformance_files.rs"), list)?;
    Ok(())
}
