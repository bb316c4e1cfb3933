//! Commands that activate a tool.

use crate::command::define::{define_commands, info};
use crate::command::requirement::Requirement;
use crate::command::shortcut::{key, shift};

define_commands! {
    /// Commands that activate a tool.
    ToolCommand in Tool {
        /// Activates the Select tool.
        SelectTool => info("Select", "Selects, moves and transforms items and inserts nodes.")
            .key(key("V")),
        /// Activates the Pen tool.
        PenTool => info("Pen", "Draws paths node by node.").key(key("P")),
        /// Activates the Freehand tool.
        FreehandTool => info("Freehand", "Draws a path in one stroke.").key(shift("P")),
        /// Activates the tool that draws walls.
        WallTool => info("Wall", "Draws walls node by node.").key(key("W")),
        /// Activates the tool that draws rectangular walls.
        WallRectangleTool => info("Wall rectangle", "Draws a rectangular wall in one drag.")
            .key(shift("W")),
        /// Activates the tool that draws areas.
        AreaTool => info("Area", "Draws areas that must be watched, corner by corner.").key(key("O")),
        /// Activates the tool that draws rectangular areas.
        AreaRectangleTool => info("Area rectangle", "Draws a rectangular area in one drag.")
            .key(shift("O")),
        /// Activates the tool that places agents.
        AgentTool => info("Place agent", "Places agents of the current preset.").key(key("A")),
        /// Activates the tool that places targets.
        TargetTool => info("Place target", "Places targets that agents move toward.").key(key("T")),
        /// Activates the tool that places dangers.
        DangerTool => info("Place danger", "Places dangers that agents flee from.").key(key("D")),
        /// Activates the tool that blocks cells.
        CellTool => info("Block cells", "Blocks or unblocks cells of the grid.").key(key("B")),
        /// Activates the tool that places spawners.
        SpawnerTool => info("Place spawner", "Places spawners, which add agents while the scene runs.")
            .key(key("E")),
        /// Activates the tool that scales a picture by a distance in it.
        PictureScaleTool => info(
            "Set picture scale…",
            "Scales the selected picture: click two points and enter their distance.",
        )
        .requires(Requirement::EditablePicture),
        /// Activates the Pan tool.
        PanTool => info("Pan", "Moves the view.").key(key("H")),
    }
}
