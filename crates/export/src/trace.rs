//! The trace of an export.

use crate::ExportError;
use crate::ticks::{MAX_TRACE_ROWS, ticks_in};
use steerwright_analysis::trace;
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::simulation::World;

/// The length of a trace without options, s.
pub(super) const DEFAULT_SECONDS: f64 = 10.0;

/// How a trace is recorded.
pub(super) struct TraceOptions<'a> {
    /// Its length, s. `None` for the default of targets that consist of a trace.
    pub seconds: Option<f64>,
    /// Asked before every tick: false cancels the export.
    pub keep_going: &'a dyn Fn() -> bool,
}

/// A trace with a header.
pub(super) fn text(placed: &PlacedScene, options: &TraceOptions) -> Result<String, ExportError> {
    let mut text = format!("{}\n", trace::HEADER);
    record(placed, options, |world| push_rows(&mut text, world, placed))?;
    Ok(text)
}

/// Runs the scene and passes the world to `visit` at the start and after every tick.
pub(super) fn record(
    placed: &PlacedScene,
    options: &TraceOptions,
    mut visit: impl FnMut(&World),
) -> Result<(), ExportError> {
    let seconds = options.seconds.unwrap_or(DEFAULT_SECONDS);
    if !(0.0..f64::INFINITY).contains(&seconds) {
        return Err(ExportError::TraceLength(seconds));
    }
    let mut world = World::new(&placed.scene);
    let ticks = ticks_in(seconds, world.dt()).unwrap_or(u64::MAX);
    if ticks
        .saturating_add(1)
        .saturating_mul(world.len().max(1) as u64)
        > MAX_TRACE_ROWS
    {
        return Err(ExportError::TraceTooLong(seconds));
    }
    visit(&world);
    let mut rows = world.len() as u64;
    for _ in 0..ticks {
        if !(options.keep_going)() {
            return Err(ExportError::Canceled);
        }
        world.step();
        // Spawners may have added agents.
        rows += world.len() as u64;
        if rows > MAX_TRACE_ROWS {
            return Err(ExportError::TraceTooLong(seconds));
        }
        visit(&world);
    }
    Ok(())
}

/// Appends the rows of the current state of `world`, in the game's direction of y.
pub(super) fn push_rows(text: &mut String, world: &World, placed: &PlacedScene) {
    let rows = trace::rows(world);
    if !placed.y_down {
        text.push_str(&rows);
        return;
    }
    let y_columns = [column("y"), column("vy")];
    for row in rows.lines() {
        for (i, cell) in row.split(',').enumerate() {
            if i > 0 {
                text.push(',');
            }
            match cell.parse::<f64>() {
                Ok(y) if y_columns.contains(&Some(i)) => {
                    text.push_str(&format!("{:?}", placed.y(y)))
                }
                _ => text.push_str(cell),
            }
        }
        text.push('\n');
    }
}

fn column(name: &str) -> Option<usize> {
    trace::HEADER.split(',').position(|column| column == name)
}
