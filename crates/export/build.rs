//! Compresses the conformance suite for the binary; `src/suite.rs` reads it.

use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::error::Error;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    // Cargo runs this in the folder of the package, and looks into nested folders for changes.
    // Paths stay relative to it, so that checkouts can share a build cache.
    let folder = Path::new("../../conformance");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    find_cases(folder, &mut files)?;
    files.sort_unstable();
    let out = std::env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    let archive = File::create(Path::new(&out).join("conformance.deflate"))?;
    let mut archive = DeflateEncoder::new(archive, Compression::best());
    for file in files {
        let text = std::fs::read(&file)?;
        let parts = file.strip_prefix(folder)?.iter();
        let name = parts.map(|part| part.to_string_lossy()).collect::<Vec<_>>();
        writeln!(archive, "{} {}", name.join("/"), text.len())?;
        archive.write_all(&text)?;
    }
    archive.finish()?;
    Ok(())
}

fn find_cases(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in folder.read_dir()? {
        let path = entry?.path();
        if path.is_dir() {
            find_cases(&path, files)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "cases")
        {
            files.push(path);
        }
    }
    Ok(())
}
