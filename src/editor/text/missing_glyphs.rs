//! Characters that no installed font has, so that the user learns which font to install instead of
//! seeing empty boxes.

use egui::{FallbackRequest, FontInsert, FontProvider};
use std::sync::{Arc, Mutex, PoisonError};

/// A script and where its fonts are found.
struct Script {
    /// Its name.
    name: &'static str,
    /// The first and the last of its characters.
    range: (char, char),
    /// The package of its font on Debian and Ubuntu, and on Fedora.
    packages: (&'static str, &'static str),
}

const CORE: &str = "fonts-noto-core";
/// All fonts of Noto on Fedora.
const ALL: &str = "google-noto-fonts-all";
const CJK: (&str, &str) = ("fonts-noto-cjk", "google-noto-sans-cjk-fonts");

/// Scripts that are not in the fonts that the editor brings along.
static SCRIPTS: [Script; 12] = [
    script(
        "Hebrew",
        '\u{590}',
        '\u{5FF}',
        (CORE, "google-noto-sans-hebrew-fonts"),
    ),
    script(
        "Arabic",
        '\u{600}',
        '\u{77F}',
        (CORE, "google-noto-sans-arabic-fonts"),
    ),
    script(
        "Devanagari",
        '\u{900}',
        '\u{97F}',
        (CORE, "google-noto-sans-devanagari-fonts"),
    ),
    script(
        "Bengali",
        '\u{980}',
        '\u{9FF}',
        (CORE, "google-noto-sans-bengali-fonts"),
    ),
    script(
        "Tamil",
        '\u{B80}',
        '\u{BFF}',
        (CORE, "google-noto-sans-tamil-fonts"),
    ),
    script(
        "Telugu",
        '\u{C00}',
        '\u{C7F}',
        (CORE, "google-noto-sans-telugu-fonts"),
    ),
    script(
        "Thai",
        '\u{E00}',
        '\u{E7F}',
        (CORE, "google-noto-sans-thai-fonts"),
    ),
    script("Japanese", '\u{3040}', '\u{30FF}', CJK),
    script("Chinese", '\u{2E80}', '\u{9FFF}', CJK),
    script("Korean", '\u{AC00}', '\u{D7AF}', CJK),
    script("Chinese", '\u{F900}', '\u{FAFF}', CJK),
    script("Chinese", '\u{20000}', '\u{323AF}', CJK),
];

const fn script(
    name: &'static str,
    first: char,
    last: char,
    packages: (&'static str, &'static str),
) -> Script {
    Script {
        name,
        range: (first, last),
        packages,
    }
}

/// Notes the characters for which egui asked in vain. It has no fonts itself and must be the last
/// provider.
#[derive(Clone, Debug, Default)]
pub struct MissingGlyphs {
    missing: Arc<Mutex<Vec<char>>>,
    /// The messages that were returned.
    reported: Vec<String>,
    /// Whether one was about a character whose script is not in the list.
    reported_other: bool,
}

struct Watch(Arc<Mutex<Vec<char>>>);

impl FontProvider for Watch {
    fn font_for(&self, request: &FallbackRequest<'_>) -> Option<FontInsert> {
        let missing = request.cluster.chars().next()?;
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(missing);
        None
    }
}

impl MissingGlyphs {
    /// Starts to watch. Call this after all other providers are installed.
    pub fn watch(ctx: &egui::Context) -> Self {
        let missing = Self::default();
        ctx.add_font_provider(Arc::new(Watch(missing.missing.clone())));
        missing
    }

    /// What to tell the user about characters that were missing since the last call; each script
    /// once, and one of the scripts that are not in the list.
    pub fn take_messages(&mut self) -> Vec<String> {
        let missing =
            std::mem::take(&mut *self.missing.lock().unwrap_or_else(PoisonError::into_inner));
        let mut messages = Vec::new();
        for character in missing {
            let message = match script_of(character) {
                Some(script) => message(script),
                None if character.is_alphabetic() && !self.reported_other => {
                    self.reported_other = true;
                    other_message(character)
                }
                // A sign, such as an emoji, is no part of a script that someone writes in.
                None => continue,
            };
            if !self.reported.contains(&message) {
                self.reported.push(message.clone());
                messages.push(message);
            }
        }
        messages
    }
}

/// The script of a character. `None` if it is not in the list.
fn script_of(character: char) -> Option<&'static Script> {
    let mut scripts = SCRIPTS.iter();
    scripts.find(|script| (script.range.0..=script.range.1).contains(&character))
}

/// What to install for a character whose script is not in the list.
fn other_message(character: char) -> String {
    let code = u32::from(character);
    if cfg!(target_os = "linux") {
        format!(
            "No installed font has the character U+{code:04X}. Install {CORE} (Debian, Ubuntu) or {ALL} (Fedora), and restart the editor."
        )
    } else {
        format!(
            "No installed font has the character U+{code:04X}. Install a font for it, such as Noto Sans, and restart the editor."
        )
    }
}

/// What to install for a script.
fn message(Script { name, packages, .. }: &Script) -> String {
    if cfg!(target_os = "linux") {
        let (debian, fedora) = packages;
        format!(
            "No installed font has {name} characters. Install {debian} (Debian, Ubuntu) or {fedora} (Fedora), and restart the editor."
        )
    } else {
        format!(
            "No installed font has {name} characters. Install a font for them, such as Noto Sans, and restart the editor."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_script_is_reported_once_with_its_package() {
        let ctx = egui::Context::default();
        let mut missing = MissingGlyphs::watch(&ctx);
        let draw = |text: &str| {
            let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
                ui.label(text);
            });
            output.textures_delta.clear();
        };
        draw("Patrol, Ñandú, Größe");
        assert_eq!(missing.take_messages(), Vec::<String>::new());
        draw("गश्त 巡逻");
        let messages = missing.take_messages();
        assert_eq!(messages.len(), 2, "{messages:?}");
        assert!(messages[0].contains("Devanagari") && messages[1].contains("Chinese"));
        if cfg!(target_os = "linux") {
            assert!(messages[0].contains("fonts-noto-core"));
        }
        draw("पथ 路径");
        assert_eq!(
            missing.take_messages(),
            Vec::<String>::new(),
            "once is enough"
        );
    }

    #[test]
    fn a_script_that_is_not_in_the_list_is_reported_by_a_character() {
        let ctx = egui::Context::default();
        let mut missing = MissingGlyphs::watch(&ctx);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            ui.label("\u{13000}\u{13001} \u{1F9FF}");
        });
        output.textures_delta.clear();
        let messages = missing.take_messages();
        assert_eq!(messages.len(), 1, "{messages:?}");
        assert!(messages[0].contains("U+13000"), "{messages:?}");
    }
}
