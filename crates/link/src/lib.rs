//! The live link: a running game follows every edit made in Steerwright, over a loopback socket.
//!
//! A game creates a [`Receiver`] and polls it once per frame. Nothing in it blocks or panics, and
//! without an address it is off:
//!
//! ```no_run
//! use steerwright_link::Receiver;
//! use steerwright_runtime::scene::{ExportOptions, Scene};
//! use steerwright_runtime::simulation::World;
//!
//! let mut world = World::new(&Scene::default());
//! let mut link = Receiver::new(None, "Night watch", &ExportOptions::default());
//! loop {
//!     link.poll(&mut world);
//!     world.advance(1.0 / 60.0);
//! }
//! ```
//!
//! The `Server`, behind the feature `server`, is the editor's side. `docs/live-link.md` specifies
//! the protocol, and each runtime for another language has a receiver of its own.

mod address;
#[cfg(feature = "server")]
mod connection;
mod hex;
mod message;
#[cfg(feature = "server")]
mod outbox;
mod proof;
mod receiver;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "server")]
mod transport;
#[cfg(feature = "server")]
mod upgrade;

pub use address::{Address, DEFAULT_PORT, Token};
pub use message::{MAX_HELLO, MAX_MESSAGE, VERSION};
pub use proof::{Nonce, Side};
pub use receiver::{ADDRESS_VARIABLE, LinkState, Receiver};
#[cfg(feature = "server")]
pub use server::{Client, MAX_CLIENTS, Server};

/// Why the link could not be started.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// The server cannot listen on the port.
    #[cfg(feature = "server")]
    #[error(
        "cannot listen on port {port}: {}; choose another port, or close the other editor that uses it",
        steerwright_format::io_message(source)
    )]
    Listen {
        /// The port.
        port: u16,
        /// The system's error.
        source: std::io::Error,
    },
    /// The system has no random numbers for a token or a nonce.
    #[error("cannot generate a random number: {0}; try again")]
    Random(getrandom::Error),
    /// The thread cannot be started.
    #[error("cannot start the live link: {}; close other programs and try again", steerwright_format::io_message(.0))]
    Thread(std::io::Error),
    /// A text is not a link address.
    #[error(
        "{0:?} is not a link address; copy it from the editor: it is a port, a slash and 32 hex digits"
    )]
    Address(String),
}

/// Reads a line as every message of a game and of an editor, for the fuzzer.
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub fn read_as_every_message(line: &[u8]) {
    if let Ok(hello) = message::editor::Hello::read(line) {
        let _ = (hello.name(), hello.nonce());
    }
    let _ = message::editor::proof(line);
    if let Some(message::game::EditorMessage::Scene(scene)) =
        message::game::EditorMessage::read(line)
    {
        let _ = steerwright_format::export_file::read_export(&scene);
    }
}

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
