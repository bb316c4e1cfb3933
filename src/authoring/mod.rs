//! Floor 5: what a hand does to a scene. Knows nothing of egui.
