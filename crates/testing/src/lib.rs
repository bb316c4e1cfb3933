//! Fixtures and harnesses that several test programs share.
