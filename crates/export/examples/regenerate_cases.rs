//! Writes conformance cases again with the runtime as it is, after a change of the motion contract:
//!
//! ```sh
//! cargo run -p steerwright-export --example regenerate_cases -- conformance
//! ```
//!
//! Each case keeps its exports and its calls. Files with refusals or unusual exports stay as they
//! are.

use std::error::Error;
use std::path::Path;
use steerwright_export::conformance::{self, Case, CaseExport, CaseFile, CaseScript, Expectation};
use steerwright_format::FormatError;
use steerwright_format::export_file;
use steerwright_format::export_file::{PlacedScene, read_export};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1);
    regenerate_folder(Path::new(&folder.ok_or("name the folder of the cases")?))
}

fn regenerate_folder(folder: &Path) -> Result<(), Box<dyn Error>> {
    for entry in folder.read_dir()? {
        let path = entry?.path();
        if path.is_dir() {
            regenerate_folder(&path)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "cases")
        {
            regenerate(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(())
}

fn regenerate(path: &Path) -> Result<(), Box<dyn Error>> {
    let old = CaseFile::parse(&std::fs::read_to_string(path)?)?;
    let is_kept = |case: &Case| {
        matches!(case.expectation, Expectation::Refusal { .. }) || case.name == conformance::UNUSUAL
    };
    if old.cases.iter().any(is_kept) {
        return Ok(());
    }
    let mut file = CaseFile::default();
    for CaseExport { label, text, .. } in &old.exports {
        let text = rewritten(text).map_err(|error| format!("{label}: {error}"))?;
        if !file.add_export(label, text) {
            return Err(format!("there are two exports {label:?}").into());
        }
    }
    for mut case in old.cases {
        if let Expectation::Run { export, lines } = &mut case.expectation {
            let script = CaseScript::of(&file, lines)?;
            let exported = read_export(file.export(export).unwrap_or_default())?;
            *lines = conformance::results(&exported, &script)?;
        }
        file.cases.push(case);
    }
    let text = file.to_string();
    CaseFile::parse(&text)?;
    std::fs::write(path, text)?;
    Ok(())
}

/// The text of an export with all fields that exports have now.
fn rewritten(text: &str) -> Result<String, FormatError> {
    let exported = read_export(text)?;
    Ok(export_file::text(&PlacedScene {
        authored: exported.scene.clone(),
        scene: exported.scene,
        scale: exported.scale,
        y_down: exported.y_down,
        plane: exported.plane,
        origin: exported.origin,
    }))
}
