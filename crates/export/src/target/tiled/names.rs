//! The names of layers and classes.

/// The map property with the version of the names and properties that are used here.
pub const VERSION: &str = "steerwright";
/// The layers from bottom to top, and the class of their objects.
pub const LAYERS: [(&str, &str); 6] = [
    ("cells", "cell"),
    ("curves", "curve"),
    ("paths", "path"),
    ("nodes", "node"),
    ("markers", "marker"),
    ("agents", "agent"),
];
/// The class of the pointer, which is in the layer of markers.
pub const POINTER: &str = "pointer";
