//! Floor 6: every pixel.
