//! The events of a run as CSV rows, with the reasons that were measured.

use std::io::{self, Write};
use steerwright_analysis::reasons;
use steerwright_authoring::words::reason::{self, name_of};
use steerwright_runtime::scene::{EventValue, Target};
use steerwright_runtime::simulation::{Event, World};

/// The column names.
const HEADER: &str = "tick,time,agent,agent_name,event,node,source,other,name,value,reason";

/// Runs `world` for this many ticks, and writes the events of each.
pub(super) fn write(world: &mut World, ticks: u64, to: &mut impl Write) -> io::Result<()> {
    writeln!(to, "{HEADER}")?;
    for _ in 0..ticks {
        world.step();
        for event in world.events() {
            writeln!(to, "{}", row(world, event))?;
        }
    }
    Ok(())
}

fn row(world: &World, event: &Event) -> String {
    let (scene, kind) = (world.scene(), &event.kind);
    let number = |number: Option<String>| number.unwrap_or_default();
    let reasons = reasons::of_event(world.reasons(), event);
    let why = reason::why(event, reasons, scene).unwrap_or_default();
    let value = match kind.value() {
        None | Some(EventValue::Null) => String::new(),
        Some(EventValue::Text(text)) => text.clone(),
        Some(EventValue::Number(number)) => format!("{number:?}"),
    };
    let columns = [
        event.tick.to_string(),
        format!("{:?}", event.tick as f64 * world.dt()),
        event.agent.to_string(),
        name_of(scene, Target::Agent(event.agent)),
        kind.name().to_owned(),
        number(kind.node().map(|node| node.to_string())),
        number(kind.source().map(|source| source.to_string())),
        number(kind.other().map(|other| other.to_string())),
        kind.text().unwrap_or_default().to_owned(),
        value,
        why,
    ];
    columns.map(|column| quoted(&column)).join(",")
}

/// A column as CSV readers take it.
fn quoted(column: &str) -> String {
    if column.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", column.replace('"', "\"\""))
    } else {
        column.to_owned()
    }
}
