//! The live link. The editor hands its scene to running games at every change, over a loopback socket.
//!
//! The protocol is in `docs/live-link.md`. [`Server`] is the editor's half, [`Receiver`] that of a game in Rust; those of other
//! languages lie beside their runtimes. Time and threads are at home on this floor: none of it reaches a world but by a whole scene,
//! between two frames of the game.

#![warn(missing_docs)]
#![forbid(unsafe_code)]

mod address;
#[cfg(feature = "server")]
mod connection;
mod message;
#[cfg(feature = "server")]
mod outbox;
mod receiver;
#[cfg(feature = "server")]
mod server;

pub use address::{Address, DEFAULT_PORT, Token};
pub use message::{MAX_HELLO, MAX_MESSAGE, VERSION};
pub use receiver::{ADDRESS_VARIABLE, Receiver, LinkState};
#[cfg(feature = "server")]
pub use server::{Client, MAX_CLIENTS, Server};

/// Why there is no link.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// The port cannot be listened on.
    #[cfg(feature = "server")]
    #[error(
        "cannot listen on port {port} of this computer: {source}; another editor may have it: choose another port"
    )]
    Listen {
        /// The port.
        port: u16,
        /// What the system says.
        source: std::io::Error,
    },
    /// There is no randomness for a token.
    #[cfg(feature = "server")]
    #[error("the system gives no random numbers for a token: {0}; try again")]
    Random(getrandom::Error),
    /// The thread cannot be started.
    #[error("cannot start the live link: {0}; close other programs and try again")]
    Thread(std::io::Error),
    /// A text is no link address.
    #[error(
        "{0:?} is no link address; copy it from the editor: it looks like 47747/ and 32 hex digits"
    )]
    Address(String),
}
