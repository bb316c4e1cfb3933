//! Writes conformance cases again with the runtime as it is, after a change of the motion contract:
//!
//! ```sh
//! cargo run -p steerwright-export --example regenerate_cases -- conformance
//! ```
//!
//! Each case keeps its export and the calls of its bits file. Cases of refused and unusual exports stay as they are.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use steerwright_export::conformance;
use steerwright_export::conformance::{CaseScript, CaseStep, SceneEdit};
use steerwright_format::export_file;
use steerwright_format::export_file::{PlacedScene, read_export};

fn main() -> Result<(), Box<dyn Error>> {
    let folder: PathBuf = std::env::args_os()
        .nth(1)
        .ok_or("name the folder of the cases")?
        .into();
    for entry in std::fs::read_dir(&folder)? {
        let file_name = entry?.file_name();
        if let Some(name) = file_name.to_string_lossy().strip_suffix(".bits") {
            regenerate(&folder, name).map_err(|error| format!("{name}: {error}"))?;
        }
    }
    Ok(())
}

fn regenerate(folder: &Path, name: &str) -> Result<(), Box<dyn Error>> {
    let bits_file = folder.join(format!("{name}.bits"));
    let bits = std::fs::read_to_string(&bits_file)?;
    if bits.lines().nth(1) == Some(conformance::REFUSED) || name == conformance::UNUSUAL {
        return Ok(());
    }
    let mut exports = BTreeMap::new();
    let mut steps = Vec::new();
    for line in bits.lines() {
        if let Some(edit) = line.strip_prefix("apply_scene ") {
            let (tick, edit) = edit.split_once(' ').ok_or("a broken apply_scene line")?;
            let file = folder.join(format!("{name}.{edit}.steer.json"));
            let export = exports.entry(edit).or_insert(rewritten(&file)?).to_owned();
            steps.push(CaseStep::ApplyScene(SceneEdit {
                tick: tick.parse()?,
                name: edit.to_owned(),
                export,
            }));
        } else if let Ok(step) = line.parse() {
            steps.push(step);
        }
    }
    let end = bits
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("end "));
    let script = CaseScript {
        ticks: end.ok_or("no end")?.parse()?,
        every: conformance::interval(&bits).ok_or("no state after the start")?,
        steps,
    };
    let export = rewritten(&folder.join(format!("{name}.steer.json")))?;
    let bits = conformance::bits(&read_export(&export)?, &script)?;
    std::fs::write(bits_file, bits)?;
    Ok(())
}

/// The text of an export with all fields that exports have now. It is written back too.
fn rewritten(file: &Path) -> Result<String, Box<dyn Error>> {
    let exported = read_export(&std::fs::read_to_string(file)?)?;
    let text = export_file::text(&PlacedScene {
        authored: exported.scene.clone(),
        scene: exported.scene,
        scale: exported.scale,
        y_down: exported.y_down,
        plane: exported.plane,
        origin: exported.origin,
    });
    std::fs::write(file, &text)?;
    Ok(text)
}
