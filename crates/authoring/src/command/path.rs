//! Commands on paths.

use super::define::{define_commands, info};
use super::requirement::Requirement;
use super::shortcut::key;

define_commands! {
    /// Commands on paths.
    PathCommand in Path {
        /// Inserts a node after the selected one.
        InsertNode => info("Insert node", "Adds a node after the selected one.")
            .key(key("I"))
            .requires(Requirement::EditablePath),
        /// Reverses the selected path.
        ReversePath => info("Reverse path", "Reverses the order of the nodes.")
            .key(key("R"))
            .requires(Requirement::EditablePath),
        /// Closes or opens the selected path.
        ToggleLoop => info("Closed loop", "Connects the last node to the first.")
            .key(key("L"))
            .requires(Requirement::Path),
        /// Makes the selected path curved or straight.
        ToggleCurve => info("Curved", "Connects the nodes with a smooth curve.")
            .key(key("C"))
            .requires(Requirement::Path),
        /// Makes the path start at the selected node.
        SetStartNode => info("Set as start node", "Makes the path start at the selected node.")
            .requires(Requirement::StartNode),
        /// Splits the path at the selected node.
        SplitPath => info(
            "Split at node",
            "Splits the path at the selected node. A loop is opened there.",
        )
        .key(key("S"))
        .requires(Requirement::SplitNode),
        /// Joins two ends.
        JoinPaths => info(
            "Join ends",
            "Joins the selected ends, or the nearest ends of two paths.",
        )
        .key(key("J"))
        .requires(Requirement::Ends),
        /// Adds an agent on the selected path.
        AddAgentOnPath => info(
            "Add agent on path",
            "Adds an agent that follows the path from its start.",
        )
        .key(key("W"))
        .requires(Requirement::Path),
    }
}
