//! One connection to the editor's port. It never blocks, and its memory and time are bounded
//! whatever the peer does.

use crate::message::MAX_HELLO;
use crate::message::editor;
use crate::message::editor::Hello;
use crate::outbox::Outbox;
use crate::transport::Transport;
use crate::{Nonce, Side, Token};
use std::io::ErrorKind;
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};
use steerwright_runtime::scene::ExportOptions;

/// The time within which the hello must arrive.
const HELLO_TIMEOUT: Duration = Duration::from_secs(5);
/// A peer that reads nothing for this long is dropped.
const STALL_TIMEOUT: Duration = Duration::from_secs(5);
/// A peer that takes longer to read one message is dropped.
const MESSAGE_TIMEOUT: Duration = Duration::from_secs(60);
/// How long a refused connection stays open, so that the peer can read the reason.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(1);
/// The number of reads per poll.
const READS_PER_POLL: usize = 16;

/// A connection from a game.
pub(super) struct Connection {
    stream: Transport,
    stage: Stage,
    outgoing: Option<Outgoing>,
}

enum Stage {
    /// Waits for the hello, then for the game's proof.
    Waiting {
        received: Vec<u8>,
        deadline: Instant,
        challenged: Option<Challenged>,
    },
    Linked(Linked),
    /// Refused, and about to close.
    Closing {
        deadline: Instant,
    },
}

/// A game that has to prove itself.
struct Challenged {
    hello: Hello,
    game: Nonce,
    editor: Nonce,
}

/// An accepted game.
pub(super) struct Linked {
    pub name: String,
    pub since: Instant,
    pub options: ExportOptions,
    /// The revision of the latest scene that was sent; 0 for none.
    sent: u64,
    /// The latest revision that its export shows: also that of an edit that did not change what was
    /// sent; 0 for none.
    pub revision: u64,
}

struct Outgoing {
    bytes: Arc<[u8]>,
    sent: usize,
    started: Instant,
    progressed: Instant,
    /// The revision of the scene in this message.
    revision: u64,
}

impl Outgoing {
    fn new(bytes: impl Into<Arc<[u8]>>, revision: u64) -> Self {
        let now = Instant::now();
        Self {
            bytes: bytes.into(),
            sent: 0,
            started: now,
            progressed: now,
            revision,
        }
    }
}

/// The connection is closed.
struct Closed;

impl Connection {
    pub fn new(stream: TcpStream, now: Instant) -> std::io::Result<Self> {
        Ok(Self {
            stream: Transport::new(stream)?,
            stage: Stage::Waiting {
                received: Vec::new(),
                deadline: now + HELLO_TIMEOUT,
                challenged: None,
            },
            outgoing: None,
        })
    }

    /// The game, once it is accepted.
    pub fn linked(&self) -> Option<&Linked> {
        match &self.stage {
            Stage::Linked(linked) => Some(linked),
            Stage::Waiting { .. } | Stage::Closing { .. } => None,
        }
    }

    /// Reads and writes without blocking. Returns false when the connection is closed. If `full`,
    /// new games are refused.
    pub fn poll(&mut self, token: &Token, outbox: &mut Outbox, full: bool, now: Instant) -> bool {
        self.read(token, full, now)
            .and_then(|()| self.write(outbox))
            .is_ok()
    }

    fn read(&mut self, token: &Token, full: bool, now: Instant) -> Result<(), Closed> {
        let mut chunk = [0; 64 << 10];
        for _ in 0..READS_PER_POLL {
            match self.stream.read(&mut chunk) {
                Ok(0) => return Err(Closed),
                Ok(count) => self.receive(&chunk[..count], token, full, now),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(Closed),
            }
        }
        match self.stage {
            Stage::Waiting { deadline, .. } if now > deadline => {
                self.refuse("no hello was received within 5 seconds", now);
                Ok(())
            }
            Stage::Closing { deadline } if now > deadline => Err(Closed),
            _ => Ok(()),
        }
    }

    fn receive(&mut self, chunk: &[u8], token: &Token, full: bool, now: Instant) {
        let mut chunk = chunk;
        // Everything after the proof is ignored.
        while let Stage::Waiting {
            received,
            challenged,
            ..
        } = &mut self.stage
        {
            let (new, rest) = chunk.split_at(chunk.len().min(MAX_HELLO - received.len()));
            received.extend_from_slice(new);
            chunk = rest;
            let Some(end) = received.iter().position(|&byte| byte == b'\n') else {
                if received.len() == MAX_HELLO {
                    self.refuse("the hello is longer than 4096 bytes", now);
                }
                return;
            };
            let line: Vec<u8> = received.drain(..=end).collect();
            match challenged.take() {
                None => self.challenge(&line[..end], token, now),
                Some(challenged) => self.admit(challenged, &line[..end], token, full, now),
            }
        }
    }

    /// Answers the hello in `line` with the editor's proof.
    fn challenge(&mut self, line: &[u8], token: &Token, now: Instant) {
        let hello = match Hello::read(line) {
            Ok(hello) => hello,
            Err(reason) => return self.refuse(&reason, now),
        };
        let Some(game) = hello.nonce() else {
            return self.refuse("invalid hello: the nonce is not 32 hex digits", now);
        };
        let editor = match Nonce::random() {
            Ok(nonce) => nonce,
            Err(error) => return self.refuse(&error.to_string(), now),
        };
        let proof = token.proof(Side::Editor, &game, &editor);
        self.send(&editor::challenge(&editor, &proof));
        if let Stage::Waiting { challenged, .. } = &mut self.stage {
            *challenged = Some(Challenged {
                hello,
                game,
                editor,
            });
        }
    }

    /// Accepts the game if `line` contains its proof.
    fn admit(
        &mut self,
        challenged: Challenged,
        line: &[u8],
        token: &Token,
        full: bool,
        now: Instant,
    ) {
        let Challenged {
            hello,
            game,
            editor,
        } = challenged;
        if !token.admits(&editor::proof(line), Side::Game, &game, &editor) {
            self.refuse(
                "the token does not match; copy the link address from the editor again",
                now,
            );
        } else if full {
            self.refuse(
                "the maximum number of games is connected; close one of them",
                now,
            );
        } else {
            self.stage = Stage::Linked(Linked {
                name: hello.name(),
                since: now,
                options: hello.options,
                sent: 0,
                revision: 0,
            });
            self.send(&editor::welcome());
        }
    }

    /// Sends a short message after what is not sent yet.
    fn send(&mut self, message: &str) {
        let unsent = self.outgoing.take();
        let mut bytes = unsent.map_or(Vec::new(), |unsent| unsent.bytes[unsent.sent..].to_vec());
        bytes.extend_from_slice(message.as_bytes());
        self.outgoing = Some(Outgoing::new(bytes, 0));
    }

    fn refuse(&mut self, reason: &str, now: Instant) {
        self.stage = Stage::Closing {
            deadline: now + REFUSAL_TIMEOUT,
        };
        self.send(&editor::refused(reason));
    }

    fn write(&mut self, outbox: &mut Outbox) -> Result<(), Closed> {
        loop {
            if self.outgoing.is_none()
                && let Stage::Linked(linked) = &mut self.stage
                && let Some((revision, bytes)) = outbox.latest(&linked.options)
            {
                if revision == linked.sent {
                    linked.revision = outbox.revision();
                } else {
                    self.outgoing = Some(Outgoing::new(bytes, revision));
                }
            }
            let Some(outgoing) = &mut self.outgoing else {
                return Ok(());
            };
            match self.stream.write(&outgoing.bytes[outgoing.sent..]) {
                Ok(0) => return Err(Closed),
                Ok(count) => {
                    (outgoing.sent, outgoing.progressed) = (outgoing.sent + count, Instant::now())
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    let timed_out = outgoing.progressed.elapsed() > STALL_TIMEOUT
                        || outgoing.started.elapsed() > MESSAGE_TIMEOUT;
                    return if timed_out { Err(Closed) } else { Ok(()) };
                }
                Err(_) => return Err(Closed),
            }
            if outgoing.sent == outgoing.bytes.len() {
                let revision = outgoing.revision;
                self.outgoing = None;
                match &mut self.stage {
                    Stage::Linked(linked) => (linked.sent, linked.revision) = (revision, revision),
                    Stage::Waiting { .. } => {}
                    Stage::Closing { .. } => self.stream.shutdown().map_err(|_| Closed)?,
                }
            }
        }
    }
}
