//! Commands on paths, and on walls where they have the same parts.

use crate::command::define::{define_commands, info};
use crate::command::requirement::Requirement;
use crate::command::shortcut::key;

define_commands! {
    /// Commands on paths and walls.
    PathCommand in Path {
        /// Inserts a node after the selected one.
        InsertNode => info("Insert node", "Adds a node after the selected one.")
            .key(key("I"))
            .requires(Requirement::EditableLine),
        /// Reverses the selected path.
        ReversePath => info("Reverse path", "Reverses the order of the nodes.")
            .key(key("R"))
            .requires(Requirement::EditablePath),
        /// Closes or opens the selected path or wall.
        ToggleLoop => info("Closed loop", "Connects the last node to the first.")
            .key(key("L"))
            .requires(Requirement::Line),
        /// Makes the selected path curved or straight.
        ToggleCurve => info("Curved", "Connects the nodes with a smooth curve.")
            .key(key("C"))
            .requires(Requirement::Path),
        /// Makes the path start at the selected node.
        SetStartNode => info("Set as start node", "Makes the path start at the selected node.")
            .requires(Requirement::StartNode),
        /// Splits the path or wall at the selected node.
        SplitPath => info(
            "Split at node",
            "Splits the path or wall at the selected node. A loop is opened there.",
        )
        .key(key("S"))
        .requires(Requirement::SplitNode),
        /// Joins two ends.
        JoinPaths => info(
            "Join ends",
            "Joins the selected ends, or the nearest ends of two paths or walls.",
        )
        .key(key("J"))
        .requires(Requirement::Ends),
        /// Adds an agent on the selected path.
        AddAgentOnPath => info(
            "Add agent on path",
            "Adds an agent that follows the path from its start.",
        )
        .key(key("N"))
        .requires(Requirement::Path),
    }
}
