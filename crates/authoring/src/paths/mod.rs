//! What only paths have.

pub mod cache;
pub mod junction_arrows;
pub mod meetings;
pub mod ops;
pub mod routes;
pub mod simplify;
