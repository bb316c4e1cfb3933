//! The game's side, for Rust. A thread connects, reads and validates; the game only picks up
//! complete scenes.

use crate::message::game;
use crate::message::game::EditorMessage;
use crate::message::{MAX_HELLO, MAX_MESSAGE};
use crate::{Address, LinkError, Nonce, Side};
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use steerwright_format::export_file::{Exported, Placement, read_export};
use steerwright_format::io_message;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::simulation::World;

/// The environment variable with the link address, used when the game passes none.
pub const ADDRESS_VARIABLE: &str = "STEERWRIGHT_LINK";
/// The delay between attempts to connect.
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// The connection is local, so this is generous.
const CONNECT_TIMEOUT: Duration = Duration::from_millis(500);
/// How often the thread checks whether the game has closed the link.
const READ_TIMEOUT: Duration = Duration::from_millis(50);
/// The time within which the editor must answer.
const WELCOME_TIMEOUT: Duration = Duration::from_secs(10);

/// The state of a link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinkState {
    /// There is no address, or the game has closed the link.
    #[default]
    Off,
    /// Not connected yet; tries once per second.
    Connecting,
    /// Connected: every edit arrives.
    Linked,
    /// The editor refused the connection; does not try again.
    Refused,
    /// The connection was lost; tries once per second.
    Lost,
}

/// A link from a running game to the editor. Its methods neither block nor fail;
/// [`problem`](Receiver::problem) describes errors.
///
/// ```no_run
/// use steerwright_link::Receiver;
/// use steerwright_runtime::scene::{ExportOptions, Scene};
/// use steerwright_runtime::simulation::World;
/// let mut world = World::new(&Scene::default());
/// let mut link = Receiver::new(None, "Night watch", &ExportOptions::default());
/// loop {
///     link.poll(&mut world); // once a frame
///     world.advance(1.0 / 60.0);
/// }
/// ```
#[derive(Debug)]
pub struct Receiver {
    shared: Arc<Shared>,
    placement: Placement,
}

/// State shared by the game's thread and the link's thread.
#[derive(Debug, Default)]
struct Shared {
    state: Mutex<SharedState>,
    wakeup: Condvar,
}

#[derive(Debug, Default)]
struct SharedState {
    state: LinkState,
    problem: String,
    scene: Option<Exported>,
    is_closed: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, SharedState> {
        // No writer panics halfway, so a poisoned lock still holds consistent state.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, state: LinkState, problem: impl Into<String>) {
        let mut shared = self.lock();
        if !shared.is_closed {
            (shared.state, shared.problem) = (state, problem.into());
        }
    }
}

impl Receiver {
    /// A link to the editor at `address`, as copied from the editor, or at the address in the
    /// environment variable `STEERWRIGHT_LINK`. Without either, the link is off. The editor
    /// displays `game` as the name of the game. `options` are those of the export that the game has
    /// loaded, or [`ExportOptions::AS_AUTHORED`] if it has loaded a scene file.
    pub fn new(address: Option<&str>, game: &str, options: &ExportOptions) -> Self {
        let shared = Arc::new(Shared::default());
        let placement = Placement {
            scale: options.scale,
            origin: options.origin,
            y_down: options.y_down,
        };
        let found = address
            .map(str::to_owned)
            .or_else(|| std::env::var(ADDRESS_VARIABLE).ok());
        if let Some(text) = found.filter(|text| !text.trim().is_empty())
            && let Err(error) = start(&shared, &text, game, options)
        {
            shared.set(LinkState::Off, error.to_string());
        }
        Self { shared, placement }
    }

    /// Applies the latest scene to `world` if a new one has arrived, and returns whether it did.
    /// Call it once per frame. [`World::apply_scene`] describes what happens to the agents.
    pub fn poll(&mut self, world: &mut World) -> bool {
        let scene = self.take_scene();
        if let Some(exported) = &scene {
            exported.apply_to(world, self.placement);
            self.placement = exported.placement();
        }
        scene.is_some()
    }

    /// Takes the latest scene if a new one has arrived, for games that apply it themselves instead
    /// of calling [`poll`](Receiver::poll).
    pub fn take_scene(&mut self) -> Option<Exported> {
        self.shared.lock().scene.take()
    }

    /// The state of the link.
    pub fn state(&self) -> LinkState {
        self.shared.lock().state
    }

    /// The current error and how to fix it; empty if there is none.
    pub fn problem(&self) -> String {
        self.shared.lock().problem.clone()
    }

    /// Closes the link.
    pub fn close(&mut self) {
        let mut state = self.shared.lock();
        *state = SharedState {
            is_closed: true,
            ..SharedState::default()
        };
        drop(state);
        self.shared.wakeup.notify_one();
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.close();
    }
}

fn start(
    shared: &Arc<Shared>,
    address: &str,
    name: &str,
    options: &ExportOptions,
) -> Result<(), LinkError> {
    let address: Address = address.parse()?;
    let (name, options) = (name.to_owned(), *options);
    shared.set(LinkState::Connecting, "");
    let thread_shared = Arc::clone(shared);
    let run = move || {
        while connect(&thread_shared, &address, &name, &options) {
            let waited = thread_shared.wakeup.wait_timeout_while(
                thread_shared.lock(),
                RETRY_DELAY,
                |state| !state.is_closed,
            );
            if waited.map_or(true, |(state, _)| state.is_closed) {
                return;
            }
        }
    };
    thread::Builder::new()
        .name("live link".into())
        .spawn(run)
        .map_err(LinkError::Thread)?;
    Ok(())
}

/// Runs one connection until it ends. Returns whether to try again.
fn connect(shared: &Shared, address: &Address, name: &str, options: &ExportOptions) -> bool {
    let port = address.port;
    let lost = |problem: String| {
        let state = if shared.lock().state == LinkState::Connecting {
            LinkState::Connecting
        } else {
            LinkState::Lost
        };
        shared.set(state, problem);
        true
    };
    let editor = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let Ok(mut stream) = TcpStream::connect_timeout(&editor, CONNECT_TIMEOUT) else {
        return lost(format!(
            "no editor is listening on port {port}; open the scene and turn on its live link"
        ));
    };
    let nonce = match Nonce::random() {
        Ok(nonce) => nonce,
        Err(error) => return lost(error.to_string()),
    };
    let hello = game::hello(&nonce, name, options);
    let ready = stream
        .set_read_timeout(Some(READ_TIMEOUT))
        .and_then(|()| stream.set_write_timeout(Some(RETRY_DELAY)));
    if ready
        .and_then(|()| stream.write_all(hello.as_bytes()))
        .is_err()
    {
        return lost(format!(
            "the program on port {port} does not accept the connection; copy the link address from the editor again"
        ));
    }
    let started = Instant::now();
    // The program is the editor once it has proven that it knows the token.
    let (mut has_proven, mut is_accepted) = (false, false);
    let mut lines = Lines::default();
    while !shared.lock().is_closed {
        match lines.read(&mut stream) {
            Ok(ReadResult::Pending) if is_accepted || started.elapsed() < WELCOME_TIMEOUT => {}
            Ok(ReadResult::Pending) => {
                return lost(format!(
                    "the program on port {port} does not answer; copy the link address from the editor again"
                ));
            }
            Ok(ReadResult::Line(line)) => match EditorMessage::read(&line) {
                Some(EditorMessage::Refused(reason)) => {
                    shared.set(LinkState::Refused, reason);
                    return false;
                }
                Some(EditorMessage::Challenge {
                    nonce: editor,
                    proof,
                }) if !has_proven => {
                    let editor = Nonce::from_digits(&editor).filter(|editor| {
                        address.token.admits(&proof, Side::Editor, &nonce, editor)
                    });
                    let Some(editor) = editor else {
                        shared.set(
                            LinkState::Refused,
                            "the token does not match; copy the link address from the editor again",
                        );
                        return false;
                    };
                    has_proven = true;
                    let proof = address.token.proof(Side::Game, &nonce, &editor);
                    if stream.write_all(game::proof(&proof).as_bytes()).is_err() {
                        return lost("the editor closed the link; turn it on again".into());
                    }
                }
                Some(EditorMessage::Welcome) if has_proven => {
                    is_accepted = true;
                    lines.max_length = MAX_MESSAGE;
                    shared.set(LinkState::Linked, "");
                }
                Some(message) if is_accepted => handle(shared, message),
                Some(_) | None => {
                    return lost(format!(
                        "the program on port {port} is not the editor; copy the link address from the editor again"
                    ));
                }
            },
            Err(problem) => return lost(problem),
        }
    }
    false
}

fn handle(shared: &Shared, message: EditorMessage) {
    match message {
        EditorMessage::Scene(text) => match read_export(&text) {
            Ok(exported) => {
                shared.set(LinkState::Linked, "");
                let mut state = shared.lock();
                if !state.is_closed {
                    state.scene = Some(exported);
                }
            }
            Err(error) => shared.set(
                LinkState::Linked,
                format!("cannot apply the edited scene: {error}"),
            ),
        },
        EditorMessage::Problem(problem) => shared.set(LinkState::Linked, problem),
        EditorMessage::Challenge { .. }
        | EditorMessage::Welcome
        | EditorMessage::Refused(_)
        | EditorMessage::Other => {}
    }
}

/// Splits a stream of bytes into lines.
struct Lines {
    received: Vec<u8>,
    /// The longest line that is read.
    max_length: usize,
    /// The number of received bytes that contain no line feed.
    searched: usize,
}

enum ReadResult {
    Line(Vec<u8>),
    /// No complete line yet.
    Pending,
}

impl Default for Lines {
    fn default() -> Self {
        Self {
            received: Vec::new(),
            max_length: MAX_HELLO,
            searched: 0,
        }
    }
}

impl Lines {
    fn read(&mut self, stream: &mut TcpStream) -> Result<ReadResult, String> {
        let mut chunk = [0; 64 << 10];
        loop {
            if let Some(end) = self.received[self.searched..]
                .iter()
                .position(|&byte| byte == b'\n')
            {
                let rest = self.received.split_off(self.searched + end + 1);
                self.searched = 0;
                return Ok(ReadResult::Line(std::mem::replace(
                    &mut self.received,
                    rest,
                )));
            }
            self.searched = self.received.len();
            if self.searched > self.max_length {
                return Err(if self.max_length == MAX_MESSAGE {
                    "the editor sent a message of more than 64 MB; use a smaller scene".into()
                } else {
                    "the program is not the editor: its answer is too long; copy the link address from the editor again".into()
                });
            }
            match stream.read(&mut chunk) {
                Ok(0) => return Err("the editor closed the link; turn it on again".into()),
                Ok(count) => self.received.extend_from_slice(&chunk[..count]),
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    return Ok(ReadResult::Pending);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    return Err(format!("the connection was lost: {}", io_message(&error)));
                }
            }
        }
    }
}
