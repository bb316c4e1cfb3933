//! The names of layers and classes.

/// The map property with the version of the names and properties that are used here.
pub const VERSION: &str = "steerwright";
/// The layers from bottom to top, and the class of their objects.
pub const LAYERS: [(&str, &str); 7] = [
    ("cells", "cell"),
    ("walls", "wall"),
    ("curves", "curve"),
    ("paths", "path"),
    ("nodes", "node"),
    ("markers", "marker"),
    ("agents", "agent"),
];
/// The class of the pointer, which is in the layer of markers.
pub const POINTER: &str = "pointer";
/// The property of a wall that is a door: [`OPEN`] or [`CLOSED`].
pub const DOOR: &str = "door";
pub const OPEN: &str = "open";
pub const CLOSED: &str = "closed";
/// The property of a wall with the id, x and y of each of its nodes.
pub const WALL_NODES: &str = "nodes";
