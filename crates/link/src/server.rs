//! The editor's side: a thread that accepts games and sends them the latest scene.

use crate::connection::Connection;
use crate::outbox::Outbox;
use crate::{Address, LinkError, Token};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use steerwright_runtime::scene::Scene;

/// The maximum number of connected games. The same number of further connections may be waiting for
/// their hello.
pub const MAX_CLIENTS: usize = 16;
/// The interval between polls while there are connections.
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// The interval between polls while there are none.
const IDLE_INTERVAL: Duration = Duration::from_millis(50);

/// The editor's side of the link. It listens from [`start`](Server::start) until it is dropped.
///
/// ```
/// use steerwright_link::{Server, Token};
/// use steerwright_runtime::scene::Scene;
/// let server = Server::start(0, Token::random()?)?; // 0: any free port
/// server.publish(&Scene::default());
/// println!("paste {} into the game", server.address());
/// assert!(server.clients().is_empty());
/// # Ok::<(), steerwright_link::LinkError>(())
/// ```
#[derive(Debug)]
pub struct Server {
    address: Address,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// A connected game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Client {
    /// Its name: one line, never empty.
    pub name: String,
    /// When it connected.
    pub since: Instant,
    /// The latest revision that it follows, counted in calls of [`Server::publish`]; 0 for none. An
    /// edit that does not change its export is not sent, and counts.
    pub revision: u64,
}

/// State shared by the editor's thread and the link's thread.
#[derive(Debug, Default)]
struct Shared {
    state: Mutex<SharedState>,
    wakeup: Condvar,
}

#[derive(Debug, Default)]
struct SharedState {
    /// The latest scene, until the link's thread takes it.
    scene: Option<Scene>,
    revision: u64,
    clients: Vec<Client>,
    is_closed: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, SharedState> {
        // No writer panics halfway, so a poisoned lock still holds consistent state.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Server {
    /// Listens on `port` of 127.0.0.1, which other computers cannot reach; 0 chooses a free port.
    /// Games need the `token`.
    ///
    /// # Errors
    /// [`LinkError::Listen`] and [`LinkError::Thread`].
    pub fn start(port: u16, token: Token) -> Result<Self, LinkError> {
        let failed = |source| LinkError::Listen { port, source };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let shared = Arc::new(Shared::default());
        let (thread_shared, thread_token) = (Arc::clone(&shared), token.clone());
        let serve = move || serve(&listener, &thread_token, &thread_shared);
        let thread = thread::Builder::new()
            .name("live link".into())
            .spawn(serve)
            .map_err(LinkError::Thread)?;
        Ok(Self {
            address: Address { port, token },
            shared,
            thread: Some(thread),
        })
    }

    /// The link address to copy into a game.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Sends `scene` to all games, including those that connect later. Call it after every change.
    /// It returns immediately: the scene is exported on the link's thread, and of several scenes in
    /// quick succession only the last is sent.
    pub fn publish(&self, scene: &Scene) {
        let mut state = self.shared.lock();
        state.revision += 1;
        state.scene = Some(scene.clone());
        drop(state);
        self.shared.wakeup.notify_one();
    }

    /// The connected games, in the order in which they connected.
    pub fn clients(&self) -> Vec<Client> {
        self.shared.lock().clients.clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.wakeup.notify_one();
        // A panic of the thread cannot be handled here.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn serve(listener: &TcpListener, token: &Token, shared: &Shared) {
    let (mut outbox, mut connections) = (Outbox::default(), Vec::new());
    loop {
        let pause = if connections.is_empty() {
            IDLE_INTERVAL
        } else {
            POLL_INTERVAL
        };
        let is_idle = |state: &mut SharedState| state.scene.is_none() && !state.is_closed;
        let waited = shared
            .wakeup
            .wait_timeout_while(shared.lock(), pause, is_idle);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if state.is_closed {
            return;
        }
        let update = state.scene.take().map(|scene| (scene, state.revision));
        drop(state);
        if let Some((scene, revision)) = update {
            outbox.set_scene(scene, revision);
        }
        let now = Instant::now();
        accept(listener, &mut connections, now);
        let mut games = connections
            .iter()
            .filter(|connection| connection.linked().is_some())
            .count();
        connections.retain_mut(|connection| {
            let was_linked = connection.linked().is_some();
            let is_open = connection.poll(token, &mut outbox, games >= MAX_CLIENTS, now);
            games += usize::from(!was_linked && connection.linked().is_some());
            is_open
        });
        outbox.retain(|options| {
            connections
                .iter()
                .filter_map(Connection::linked)
                .any(|linked| linked.options == *options)
        });
        let client = |connection: &Connection| {
            let linked = connection.linked()?;
            Some(Client {
                name: linked.name.clone(),
                since: linked.since,
                revision: linked.revision,
            })
        };
        shared.lock().clients = connections.iter().filter_map(client).collect();
    }
}

/// Accepts new connections. When too many are waiting for their hello, the oldest is dropped, so
/// that a flood cannot block games.
fn accept(listener: &TcpListener, connections: &mut Vec<Connection>, now: Instant) {
    for _ in 0..MAX_CLIENTS {
        let Ok((stream, _)) = listener.accept() else {
            return;
        };
        let waiting = || {
            connections
                .iter()
                .enumerate()
                .filter(|(_, connection)| connection.linked().is_none())
                .map(|(i, _)| i)
        };
        if let Some(oldest) = waiting()
            .next()
            .filter(|_| waiting().count() >= MAX_CLIENTS)
        {
            connections.remove(oldest);
        }
        connections.extend(Connection::new(stream, now));
    }
}
