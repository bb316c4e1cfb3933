//! The editor's half: a thread that lets games in and hands them the newest scene.

use crate::connection::Connection;
use crate::outbox::Outbox;
use crate::{Address, LinkError, Token};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use steerwright_runtime::scene::Scene;

/// So many games are linked at once; as many more may be at their hello.
pub const MAX_CLIENTS: usize = 16;
/// How long a round is waited for while somebody is connected.
const ROUND: Duration = Duration::from_millis(10);
/// And while nobody is.
const IDLE: Duration = Duration::from_millis(50);

/// The editor's half of the link, listening from [`start`](Server::start) until it is dropped.
///
/// ```
/// use steerwright_link::{Server, Token};
/// use steerwright_runtime::scene::Scene;
/// let server = Server::start(0, Token::random()?)?; // 0: any free port
/// server.publish(&Scene::default());
/// println!("paste {} into the game", server.address());
/// assert!(server.clients().is_empty());
/// # Ok::<(), crate::LinkError>(())
/// ```
#[derive(Debug)]
pub struct Server {
    address: Address,
    desk: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// A game that is linked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Client {
    /// What it calls itself: one line, never empty.
    pub name: String,
    /// Since when.
    pub since: Instant,
    /// The revision of the scene that it has got last, counted by calls of [`Server::publish`]; 0: none yet.
    pub revision: u64,
}

/// Where the editor's thread and the link's meet.
#[derive(Debug, Default)]
struct Shared {
    papers: Mutex<SharedState>,
    news: Condvar,
}

#[derive(Debug, Default)]
struct SharedState {
    /// The newest scene, until the link's thread has taken it.
    scene: Option<Scene>,
    revision: u64,
    clients: Vec<Client>,
    is_over: bool,
}

impl Shared {
    fn papers(&self) -> MutexGuard<'_, SharedState> {
        // Nothing is ever half written in there.
        self.papers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Server {
    /// Listens on `port` of 127.0.0.1, where no other computer comes to; 0 takes any that is free. Games need the `token`.
    ///
    /// # Errors
    /// [`LinkError::Listen`] and [`LinkError::Thread`].
    pub fn start(port: u16, token: Token) -> Result<Self, LinkError> {
        let failed = |source| LinkError::Listen { port, source };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let desk = Arc::new(Shared::default());
        let (own, secret) = (Arc::clone(&desk), token.clone());
        let serve = move || serve(&listener, &secret, &own);
        let thread = thread::Builder::new()
            .name("live link".into())
            .spawn(serve)
            .map_err(LinkError::Thread)?;
        Ok(Self {
            address: Address { port, token },
            desk,
            thread: Some(thread),
        })
    }

    /// What a person copies into a game.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Hands `scene` to every game, and to those still to come. Returns at once; it is exported on the link's own thread, and of
    /// several that come quickly only the last. TimedCommand it after every change.
    pub fn publish(&self, scene: &Scene) {
        let mut papers = self.desk.papers();
        papers.revision += 1;
        papers.scene = Some(scene.clone());
        drop(papers);
        self.desk.news.notify_one();
    }

    /// The games that are linked, in the order they came.
    pub fn clients(&self) -> Vec<Client> {
        self.desk.papers().clients.clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.desk.papers().is_over = true;
        self.desk.news.notify_one();
        // All that could be wrong with it is wrong already, and there is nobody left to tell.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn serve(listener: &TcpListener, token: &Token, desk: &Shared) {
    let (mut outbox, mut connections) = (Outbox::default(), Vec::new());
    loop {
        let pause = if connections.is_empty() { IDLE } else { ROUND };
        let waits = |papers: &mut SharedState| papers.scene.is_none() && !papers.is_over;
        let waited = desk.news.wait_timeout_while(desk.papers(), pause, waits);
        let (mut papers, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if papers.is_over {
            return;
        }
        let news = papers.scene.take().map(|scene| (scene, papers.revision));
        drop(papers);
        if let Some((scene, revision)) = news {
            outbox.put(scene, revision);
        }
        let now = Instant::now();
        accept(listener, &mut connections, now);
        let mut games = connections
            .iter()
            .filter(|connection| connection.linked().is_some())
            .count();
        connections.retain_mut(|connection| {
            let was_linked = connection.linked().is_some();
            let goes_on = connection.turn(token, &mut outbox, games >= MAX_CLIENTS, now);
            games += usize::from(!was_linked && connection.linked().is_some());
            goes_on
        });
        outbox.keep(|options| {
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
        desk.papers().clients = connections.iter().filter_map(client).collect();
    }
}

/// Lets in who knocks. Of those who have not said their hello the oldest has to give way: a flood keeps no game out.
fn accept(listener: &TcpListener, connections: &mut Vec<Connection>, now: Instant) {
    for _ in 0..MAX_CLIENTS {
        let Ok((stream, _)) = listener.accept() else {
            return;
        };
        let strangers = || {
            connections
                .iter()
                .enumerate()
                .filter(|(_, connection)| connection.linked().is_none())
                .map(|(i, _)| i)
        };
        if let Some(oldest) = strangers()
            .next()
            .filter(|_| strangers().count() >= MAX_CLIENTS)
        {
            connections.remove(oldest);
        }
        connections.extend(Connection::new(stream, now));
    }
}
