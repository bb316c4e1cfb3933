//! The theme that the desktop prefers, where the window library does not know it: on Linux.

use crate::editor::background::{Background, Progress};
use egui::{Context, Theme};
use std::process::{Command, Stdio};

/// The preferred theme, asked for in the background.
#[derive(Debug, Default)]
pub struct SystemTheme {
    asking: Option<Background<Option<Theme>>>,
}

impl SystemTheme {
    /// Asks the desktop.
    pub fn ask(ctx: &Context) -> Self {
        let asks = cfg!(all(unix, not(target_os = "macos")));
        Self {
            asking: asks.then(|| Background::start(ctx, "system theme", ask_portal)),
        }
    }

    /// Applies the answer once it is there. Call it every frame.
    pub fn update(&mut self, ctx: &Context) {
        match self.asking.as_mut().map(Background::poll) {
            Some(Progress::Done(theme)) => {
                if let Some(theme) = theme {
                    // Only used while the window library does not know the theme.
                    ctx.options_mut(|options| options.fallback_theme = theme);
                    ctx.request_repaint();
                }
                self.asking = None;
            }
            Some(Progress::Lost) => self.asking = None,
            Some(Progress::Working) | None => {}
        }
    }
}

/// Asks the desktop portal with the tool of GLib, which desktops that have a portal come with.
fn ask_portal() -> Option<Theme> {
    let output = Command::new("gdbus")
        .args(["call", "--session", "--timeout", "2"])
        .args(["--dest", "org.freedesktop.portal.Desktop"])
        .args(["--object-path", "/org/freedesktop/portal/desktop"])
        .args(["--method", "org.freedesktop.portal.Settings.Read"])
        .args(["org.freedesktop.appearance", "color-scheme"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    theme_in(&String::from_utf8_lossy(&output.stdout))
}

/// The theme in an answer: `(<<uint32 1>>,)` is dark, 2 light, and 0 no preference.
fn theme_in(answer: &str) -> Option<Theme> {
    let number = answer.split("uint32 ").nth(1)?;
    match number.chars().next()? {
        '1' => Some(Theme::Dark),
        '2' => Some(Theme::Light),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_the_portal_are_read() {
        assert_eq!(theme_in("(<<uint32 1>>,)\n"), Some(Theme::Dark));
        assert_eq!(theme_in("(<uint32 2>,)"), Some(Theme::Light));
        assert_eq!(theme_in("(<<uint32 0>>,)"), None);
        assert_eq!(theme_in("Error: no such interface"), None);
        assert_eq!(theme_in(""), None);
    }
}
