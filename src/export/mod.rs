//! Floor 5: a scene in, the files a game reads out. One file a target.
