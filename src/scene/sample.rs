//! The scene a newcomer sees first.
