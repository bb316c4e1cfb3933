//! Opening the window, and explaining why it cannot be opened.

use crate::config;
use crate::editor::app::{App, Start};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The application id of the window.
pub const APP_ID: &str = "steerwright";

const SIZE: [f32; 2] = [1600.0, 1000.0];
/// Smaller than the smallest supported screen, 960x600, which also has a title bar.
const MIN_SIZE: [f32; 2] = [800.0, 480.0];

/// Why the editor did not start. `Display` is one sentence for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// There is no graphical session.
    NoDisplay,
    /// The display does not respond; which one.
    NotConnected(String),
    /// A library for drawing windows is not installed; which one.
    LibraryMissing(String),
    /// The display does not support OpenGL; the message of the driver.
    NoOpenGl(String),
    /// Any other error; the message of the library.
    Other(String),
}

impl std::error::Error for StartError {}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoDisplay => write!(
                f,
                "There is no display for the editor's window (neither WAYLAND_DISPLAY nor DISPLAY is set)"
            )?,
            Self::NotConnected(display) => {
                write!(f, "The editor cannot connect to the display ({display})")?
            }
            Self::LibraryMissing(what) => write!(
                f,
                "The editor needs system libraries that are not installed ({what}); on Debian and Ubuntu run `sudo apt install libx11-6 \
                 libxcursor1 libxi6 libxkbcommon-x11-0 libx11-xcb1 libegl1 libgl1`, on Fedora `sudo dnf install libX11 libXcursor libXi \
                 libxkbcommon-x11 libX11-xcb libglvnd-egl libglvnd-glx`"
            )?,
            Self::NoOpenGl(what) => {
                write!(
                    f,
                    "The editor needs OpenGL, which this display does not offer ({what}); install the graphics driver or libegl1 and libgl1"
                )?;
            }
            Self::Other(what) => write!(f, "The editor's window cannot be opened ({what})")?,
        }
        f.write_str(
            "; `steerwright simulate`, `check`, `export` and `schema` work without a display.",
        )
    }
}

/// Opens the editor, with `file` if given, and returns when its window is closed.
///
/// # Errors
/// A [`StartError`] if no window could be opened. Panics of the editor itself are propagated.
pub fn run(file: Option<PathBuf>) -> Result<(), StartError> {
    crate::editor::log::install();
    if cfg!(all(unix, not(target_os = "macos")))
        && !["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"]
            .into_iter()
            .any(is_set)
    {
        return Err(StartError::NoDisplay);
    }
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("Steerwright")
            .with_app_id(APP_ID)
            .with_inner_size(SIZE)
            .with_min_inner_size(MIN_SIZE)
            .with_clamp_size_to_monitor_size(true)
            .with_drag_and_drop(true),
        ..Default::default()
    };
    crate::editor::log::set_quiet(true);
    let opening = Arc::new(Opening::default());
    let guard = Arc::clone(&opening);
    let started = catch_while_opening(&opening, || {
        eframe::run_native(
            "Steerwright",
            options,
            Box::new(move |cc| {
                guard.finish();
                crate::editor::log::set_quiet(false);
                Ok(Box::new(App::new(
                    &cc.egui_ctx,
                    Start {
                        file,
                        keeps_records: true,
                        settings_folder: config::config_dir(),
                        ..Start::default()
                    },
                )))
            }),
        )
    });
    match started {
        Ok(result) => result.map_err(explain),
        Err(message) => Err(explain_panic(message)),
    }
}

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| !value.is_empty())
}

/// Whether the window is still being opened. The window libraries panic if parts of the system are
/// missing and offer no way to check beforehand. Panics during this time are reported as errors;
/// later panics are bugs.
#[derive(Default)]
struct Opening {
    finished: AtomicBool,
    message: Mutex<Option<String>>,
}

impl Opening {
    fn finish(&self) {
        self.finished.store(true, Ordering::SeqCst);
    }

    fn is_finished(&self) -> bool {
        self.finished.load(Ordering::SeqCst)
    }
}

/// Runs `start`. Returns the panic message if it panics before `opening` is finished. Later panics
/// are propagated.
fn catch_while_opening<T>(opening: &Arc<Opening>, start: impl FnOnce() -> T) -> Result<T, String> {
    let report = std::panic::take_hook();
    let thread = std::thread::current().id();
    let state = Arc::clone(opening);
    std::panic::set_hook(Box::new(move |info| {
        if state.is_finished() || std::thread::current().id() != thread {
            report(info);
        } else {
            *state.message.lock().unwrap_or_else(PoisonError::into_inner) =
                Some(message_of(info.payload()));
        }
    }));
    catch_unwind(AssertUnwindSafe(start)).map_err(|payload| {
        if opening.is_finished() {
            resume_unwind(payload);
        }
        let message = opening
            .message
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        message.unwrap_or_else(|| message_of(payload.as_ref()))
    })
}

fn message_of(payload: &(dyn Any + Send)) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "no reason given".into())
}

fn explain(error: eframe::Error) -> StartError {
    match &error {
        eframe::Error::Glutin(error) => return StartError::NoOpenGl(one_line(&error.to_string())),
        eframe::Error::NoGlutinConfigs(_, error) => {
            return StartError::NoOpenGl(one_line(&error.to_string()));
        }
        eframe::Error::OpenGL(error) => return StartError::NoOpenGl(one_line(&error.to_string())),
        _ => {}
    }
    // The error types of the window library are private; their `Debug` output contains the
    // variants.
    let details = format!("{error:?}");
    if details.contains("LibraryOpenError") || details.contains("NoWaylandLib") {
        StartError::LibraryMissing(library_in(&details))
    } else if details.contains("XOpenDisplayFailed") || details.contains("Wayland") {
        StartError::NotConnected(display_name())
    } else {
        StartError::Other(one_line(&error.to_string()))
    }
}

fn explain_panic(message: String) -> StartError {
    if message.contains("could not be loaded")
        || message.contains("Could not load")
        || message.contains("LibraryOpenError")
    {
        StartError::LibraryMissing(library_in(&message))
    } else {
        StartError::Other(one_line(&message))
    }
}

/// The file name of the library in a message, or the whole message.
fn library_in(text: &str) -> String {
    let words = text.split(|c: char| !(c.is_alphanumeric() || "-_.+".contains(c)));
    let mut libraries = words
        .filter(|word| word.starts_with("lib") && word.contains(".so"))
        .map(|word| word.trim_end_matches('.'));
    libraries
        .next()
        .map_or_else(|| one_line(text), str::to_owned)
}

fn display_name() -> String {
    let named = |variable: &str| {
        format!(
            "{variable}={}",
            std::env::var_os(variable).unwrap_or_default().display()
        )
    };
    match (is_set("WAYLAND_DISPLAY"), is_set("DISPLAY")) {
        (true, true) => format!(
            "{}; unset it to try {}",
            named("WAYLAND_DISPLAY"),
            named("DISPLAY")
        ),
        (true, false) => named("WAYLAND_DISPLAY"),
        (false, true) => named("DISPLAY"),
        (false, false) => named("WAYLAND_SOCKET"),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .trim_end_matches('.')
        .to_owned()
}
