//! Keyboard shortcuts and their display text.

/// A key with its modifiers. Ctrl stands for Command on macOS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcut {
    /// Whether Ctrl (or Command) is held.
    pub ctrl: bool,
    /// Whether Alt is held.
    pub alt: bool,
    /// Whether Shift is held.
    pub shift: bool,
    /// The name of the key.
    pub key: &'static str,
}

pub(super) const fn key(key: &'static str) -> Shortcut {
    Shortcut {
        ctrl: false,
        alt: false,
        shift: false,
        key,
    }
}

pub(super) const fn ctrl(key: &'static str) -> Shortcut {
    Shortcut {
        ctrl: true,
        alt: false,
        shift: false,
        key,
    }
}

pub(super) const fn ctrl_shift(key: &'static str) -> Shortcut {
    Shortcut {
        ctrl: true,
        alt: false,
        shift: true,
        key,
    }
}

pub(super) const fn shift(key: &'static str) -> Shortcut {
    Shortcut {
        ctrl: false,
        alt: false,
        shift: true,
        key,
    }
}

impl std::fmt::Display for Shortcut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.ctrl {
            f.write_str(if cfg!(target_os = "macos") {
                "Cmd+"
            } else {
                "Ctrl+"
            })?;
        }
        if self.alt {
            f.write_str("Alt+")?;
        }
        if self.shift {
            f.write_str("Shift+")?;
        }
        f.write_str(match self.key {
            "Delete" => "Del",
            "Plus" => "+",
            "Minus" => "-",
            "Comma" => ",",
            "Period" => ".",
            "Quote" => "'",
            "OpenBracket" => "[",
            "CloseBracket" => "]",
            "Equals" => "=",
            "Backslash" => "\\",
            key => key,
        })
    }
}
