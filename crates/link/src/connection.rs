//! One connection to the editor's port, from the first byte to the last: whatever it does, it costs little and holds nobody up.

use crate::Token;
use crate::message::MAX_HELLO;
use crate::message::editor;
use crate::message::editor::Hello;
use crate::outbox::Outbox;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};
use steerwright_runtime::scene::ExportOptions;

/// A hello has to be whole within this time.
const HELLO_TIME: Duration = Duration::from_secs(5);
/// Whoever takes nothing for this long is dropped.
const STALL: Duration = Duration::from_secs(5);
/// Whoever takes longer over one message is dropped.
const MESSAGE_TIME: Duration = Duration::from_secs(60);
/// How long a refused one is listened to, so that it gets to read why.
const FAREWELL: Duration = Duration::from_secs(1);
/// No more is read of one connection in a round.
const READS_A_ROUND: usize = 16;

/// A connection.
pub(super) struct Connection {
    stream: TcpStream,
    stage: Stage,
    outgoing: Option<Outgoing>,
}

enum Stage {
    /// For the rest of its hello.
    Waiting {
        heard: Vec<u8>,
        until: Instant,
    },
    Linked(Linked),
    /// Refused.
    Leaving {
        until: Instant,
    },
}

/// A game that is let in.
pub(super) struct Linked {
    pub name: String,
    pub since: Instant,
    pub options: ExportOptions,
    /// The revision that it has got last; 0: none yet.
    pub revision: u64,
}

struct Outgoing {
    bytes: Arc<[u8]>,
    sent: usize,
    begun: Instant,
    moved: Instant,
    /// What it brings a game that is linked.
    revision: u64,
}

impl Outgoing {
    fn new(bytes: impl Into<Arc<[u8]>>, revision: u64) -> Self {
        let now = Instant::now();
        Self {
            bytes: bytes.into(),
            sent: 0,
            begun: now,
            moved: now,
            revision,
        }
    }
}

/// Of a connection that is over.
struct Over;

impl Connection {
    pub fn new(stream: TcpStream, now: Instant) -> std::io::Result<Self> {
        stream.set_nonblocking(true)?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream,
            stage: Stage::Waiting {
                heard: Vec::new(),
                until: now + HELLO_TIME,
            },
            outgoing: None,
        })
    }

    /// The game, once it is let in.
    pub fn linked(&self) -> Option<&Linked> {
        match &self.stage {
            Stage::Linked(linked) => Some(linked),
            Stage::Waiting { .. } | Stage::Leaving { .. } => None,
        }
    }

    /// Reads and writes what can be read and written now; false if that was the end. `full`: no further game is let in.
    pub fn turn(&mut self, token: &Token, outbox: &mut Outbox, full: bool, now: Instant) -> bool {
        self.hear(token, full, now)
            .and_then(|()| self.tell(outbox))
            .is_ok()
    }

    fn hear(&mut self, token: &Token, full: bool, now: Instant) -> Result<(), Over> {
        let mut chunk = [0; 64 << 10];
        for _ in 0..READS_A_ROUND {
            match self.stream.read(&mut chunk) {
                Ok(0) => return Err(Over),
                Ok(got) => self.heard(&chunk[..got], token, full, now),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(Over),
            }
        }
        match self.stage {
            Stage::Waiting { until, .. } if now > until => {
                self.refuse("there was no hello within 5 seconds", now);
                Ok(())
            }
            Stage::Leaving { until } if now > until => Err(Over),
            _ => Ok(()),
        }
    }

    fn heard(&mut self, chunk: &[u8], token: &Token, full: bool, now: Instant) {
        // All that is said after the hello is thrown away.
        let Stage::Waiting { heard, .. } = &mut self.stage else {
            return;
        };
        let new = &chunk[..chunk.len().min(MAX_HELLO - heard.len())];
        heard.extend_from_slice(new);
        let Some(end) = heard.iter().position(|&byte| byte == b'\n') else {
            if heard.len() == MAX_HELLO {
                self.refuse("the hello is longer than 4096 bytes", now);
            }
            return;
        };
        match Hello::read(&heard[..end]) {
            Err(reason) => self.refuse(&reason, now),
            Ok(hello) if !token.admits(&hello.token) => {
                self.refuse(
                    "the token is not that of this editor; copy the link address anew",
                    now,
                );
            }
            Ok(_) if full => self.refuse(
                "as many games as can be are linked already; close one of them",
                now,
            ),
            Ok(hello) => {
                self.stage = Stage::Linked(Linked {
                    name: hello.name(),
                    since: now,
                    options: hello.options,
                    revision: 0,
                });
                self.outgoing = Some(Outgoing::new(editor::welcome().into_bytes(), 0));
            }
        }
    }

    fn refuse(&mut self, reason: &str, now: Instant) {
        self.stage = Stage::Leaving {
            until: now + FAREWELL,
        };
        self.outgoing = Some(Outgoing::new(editor::refused(reason).into_bytes(), 0));
    }

    fn tell(&mut self, outbox: &mut Outbox) -> Result<(), Over> {
        loop {
            if self.outgoing.is_none()
                && let Stage::Linked(linked) = &self.stage
            {
                let newest = outbox
                    .newest(&linked.options)
                    .filter(|(revision, _)| *revision != linked.revision);
                self.outgoing = newest.map(|(revision, bytes)| Outgoing::new(bytes, revision));
            }
            let Some(outgoing) = &mut self.outgoing else {
                return Ok(());
            };
            match self.stream.write(&outgoing.bytes[outgoing.sent..]) {
                Ok(0) => return Err(Over),
                Ok(more) => {
                    (outgoing.sent, outgoing.moved) = (outgoing.sent + more, Instant::now())
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    let is_late =
                        outgoing.moved.elapsed() > STALL || outgoing.begun.elapsed() > MESSAGE_TIME;
                    return if is_late { Err(Over) } else { Ok(()) };
                }
                Err(_) => return Err(Over),
            }
            if outgoing.sent == outgoing.bytes.len() {
                let revision = outgoing.revision;
                self.outgoing = None;
                match &mut self.stage {
                    Stage::Linked(linked) => linked.revision = revision,
                    Stage::Waiting { .. } => {}
                    Stage::Leaving { .. } => {
                        self.stream.shutdown(Shutdown::Write).map_err(|_| Over)?
                    }
                }
            }
        }
    }
}
