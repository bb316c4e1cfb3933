//! The half of a game in Rust. Its thread connects, reads and checks; the game only ever picks up what lies ready.

use crate::message::MAX_MESSAGE;
use crate::message::game;
use crate::message::game::Said;
use crate::{Address, LinkError};
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use steerwright_format::export_file::{Exported, Placement, read_export};
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::simulation::World;

/// The environment variable that holds the link address, where the game is given none.
pub const ADDRESS_VARIABLE: &str = "STEERWRIGHT_LINK";
/// A lost link is tried again after this time.
const RETRY: Duration = Duration::from_secs(1);
/// On one computer this is long.
const CONNECT_TIME: Duration = Duration::from_millis(500);
/// How soon the thread sees that the game has closed the link.
const ATTENTION: Duration = Duration::from_millis(50);
/// An editor welcomes within this time.
const WELCOME_TIME: Duration = Duration::from_secs(10);

/// How a link stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinkState {
    /// There is no address, or the game has closed it.
    #[default]
    Off,
    /// It was not linked yet, and tries once a second.
    Connecting,
    /// It brings every edit.
    Linked,
    /// The editor would not have it; it does not try again.
    Refused,
    /// The editor has gone; it tries once a second.
    Lost,
}

/// A link from a running game to the editor. Nothing in it blocks or fails: what is wrong is a text to read.
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
    desk: Arc<Shared>,
    placement: Placement,
}

/// Where the game's thread and the link's meet.
#[derive(Debug, Default)]
struct Shared {
    papers: Mutex<SharedState>,
    news: Condvar,
}

#[derive(Debug, Default)]
struct SharedState {
    state: LinkState,
    problem: String,
    scene: Option<Exported>,
    is_over: bool,
}

impl Shared {
    fn papers(&self) -> MutexGuard<'_, SharedState> {
        // Nothing is ever half written in there.
        self.papers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, state: LinkState, problem: impl Into<String>) {
        let mut papers = self.papers();
        if !papers.is_over {
            (papers.state, papers.problem) = (state, problem.into());
        }
    }
}

impl Receiver {
    /// A link to the editor at `address`, as copied there; with none, at that in the environment variable `STEERWRIGHT_LINK`; and with
    /// none there either, off. The editor shows the name of the `game`. Scenes come placed as `options` say: those of the export the
    /// game holds, or [`ExportOptions::AS_AUTHORED`] where it reads scene files.
    pub fn new(address: Option<&str>, game: &str, options: &ExportOptions) -> Self {
        let desk = Arc::new(Shared::default());
        let placement = Placement {
            scale: options.scale,
            origin: options.origin,
            y_down: options.y_down,
        };
        let found = address
            .map(str::to_owned)
            .or_else(|| std::env::var(ADDRESS_VARIABLE).ok());
        if let Some(text) = found.filter(|text| !text.trim().is_empty())
            && let Err(error) = begin(&desk, &text, game, options)
        {
            desk.set(LinkState::Off, error.to_string());
        }
        Self { desk, placement }
    }

    /// Once a frame: lets `world` take over the newest scene, if one has come since the last time; says whether. What becomes of its
    /// agents is said at [`World::apply_scene`].
    pub fn poll(&mut self, world: &mut World) -> bool {
        let newest = self.newest();
        if let Some(exported) = &newest {
            exported.apply_to(world, self.placement);
            self.placement = exported.placement();
        }
        newest.is_some()
    }

    /// The newest scene, if one has come since the last time: for a game that does more with it than [`poll`](Receiver::poll) does.
    pub fn newest(&mut self) -> Option<Exported> {
        self.desk.papers().scene.take()
    }

    /// How the link stands.
    pub fn state(&self) -> LinkState {
        self.desk.papers().state
    }

    /// What is wrong, and what to do; empty if nothing is.
    pub fn problem(&self) -> String {
        self.desk.papers().problem.clone()
    }

    /// Ends the link; it is off then.
    pub fn close(&mut self) {
        let mut papers = self.desk.papers();
        *papers = SharedState {
            is_over: true,
            ..SharedState::default()
        };
        drop(papers);
        self.desk.news.notify_one();
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.close();
    }
}

fn begin(
    desk: &Arc<Shared>,
    address: &str,
    name: &str,
    options: &ExportOptions,
) -> Result<(), LinkError> {
    let address: Address = address.parse()?;
    let hello = game::hello(address.token.digits(), name, options);
    desk.set(LinkState::Connecting, "");
    let own = Arc::clone(desk);
    let run = move || {
        while attempt(&own, address.port, &hello) {
            let waited = own
                .news
                .wait_timeout_while(own.papers(), RETRY, |papers| !papers.is_over);
            if waited.map_or(true, |(papers, _)| papers.is_over) {
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

/// One connection from beginning to end; whether another is to be tried.
fn attempt(desk: &Shared, port: u16, hello: &str) -> bool {
    let lost = |problem: String| {
        let state = if desk.papers().state == LinkState::Connecting {
            LinkState::Connecting
        } else {
            LinkState::Lost
        };
        desk.set(state, problem);
        true
    };
    let editor = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let Ok(mut stream) = TcpStream::connect_timeout(&editor, CONNECT_TIME) else {
        return lost(format!(
            "no editor listens on port {port}; open the scene and switch its live link on"
        ));
    };
    let ready = stream
        .set_read_timeout(Some(ATTENTION))
        .and_then(|()| stream.set_write_timeout(Some(RETRY)));
    if ready
        .and_then(|()| stream.write_all(hello.as_bytes()))
        .is_err()
    {
        return lost(format!(
            "what listens on port {port} takes no hello; copy the link address anew"
        ));
    }
    let (began, mut is_welcome) = (Instant::now(), false);
    let mut lines = Lines::default();
    while !desk.papers().is_over {
        match lines.read(&mut stream) {
            Ok(Heard::Nothing) if is_welcome || began.elapsed() < WELCOME_TIME => {}
            Ok(Heard::Nothing) => {
                return lost(format!(
                    "what listens on port {port} is silent; copy the link address anew"
                ));
            }
            Ok(Heard::Line(line)) => match Said::read(&line) {
                Some(Said::Refused(reason)) => {
                    desk.set(LinkState::Refused, reason);
                    return false;
                }
                Some(Said::Welcome) => {
                    is_welcome = true;
                    desk.set(LinkState::Linked, "");
                }
                Some(said) if is_welcome => take(desk, said),
                Some(_) | None => {
                    return lost(format!(
                        "what listens on port {port} is no editor; copy the link address anew"
                    ));
                }
            },
            Err(problem) => return lost(problem),
        }
    }
    false
}

fn take(desk: &Shared, said: Said) {
    match said {
        Said::Scene(text) => match read_export(&text) {
            Ok(exported) => {
                desk.set(LinkState::Linked, "");
                let mut papers = desk.papers();
                if !papers.is_over {
                    papers.scene = Some(exported);
                }
            }
            Err(error) => desk.set(
                LinkState::Linked,
                format!("the edited scene cannot be taken over: {error}"),
            ),
        },
        Said::Problem(problem) => desk.set(LinkState::Linked, problem),
        Said::Welcome | Said::Refused(_) | Said::Other => {}
    }
}

/// Lines out of a stream of bytes.
#[derive(Default)]
struct Lines {
    heard: Vec<u8>,
    /// So many bytes of it hold no end of a line.
    searched: usize,
}

enum Heard {
    Line(Vec<u8>),
    /// For now.
    Nothing,
}

impl Lines {
    fn read(&mut self, stream: &mut TcpStream) -> Result<Heard, String> {
        let mut chunk = [0; 64 << 10];
        loop {
            if let Some(end) = self.heard[self.searched..]
                .iter()
                .position(|&byte| byte == b'\n')
            {
                let rest = self.heard.split_off(self.searched + end + 1);
                self.searched = 0;
                return Ok(Heard::Line(std::mem::replace(&mut self.heard, rest)));
            }
            self.searched = self.heard.len();
            if self.searched > MAX_MESSAGE {
                return Err(
                    "the editor sent a line of more than 64 MB; make the scene smaller".into(),
                );
            }
            match stream.read(&mut chunk) {
                Ok(0) => return Err("the editor has closed the link; switch it on again".into()),
                Ok(got) => self.heard.extend_from_slice(&chunk[..got]),
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    return Ok(Heard::Nothing);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(format!("the link broke off: {error}")),
            }
        }
    }
}
