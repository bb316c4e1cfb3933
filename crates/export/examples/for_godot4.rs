//! Writes the script for Godot 4 of a source for both versions of Godot:
//!
//! ```sh
//! cargo run -p steerwright-export --example for_godot4 -- runtimes/gdscript/conformance.gd conformance_4.gd
//! ```

use std::error::Error;
use steerwright_export::runtime::for_godot4;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [source, target] = arguments.as_slice() else {
        return Err("name the source and the file to write".into());
    };
    std::fs::write(target, for_godot4(&std::fs::read_to_string(source)?))?;
    Ok(())
}
