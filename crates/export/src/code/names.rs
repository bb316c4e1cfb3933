//! Display names as identifiers and string literals in source code.

use super::CodeLanguage;
use std::collections::BTreeSet;
use steerwright_runtime::scene::PathId;

/// The maximum number of characters of the name in an identifier.
const MAX_CHARS: usize = 48;

/// The identifiers in use.
pub(super) struct Identifiers {
    language: CodeLanguage,
    taken: BTreeSet<String>,
}

impl Identifiers {
    pub(super) fn new(language: CodeLanguage) -> Self {
        Self {
            language,
            taken: BTreeSet::new(),
        }
    }

    /// A unique identifier for a path, from the ASCII letters and digits of its name. It ends in
    /// "path" or in "path" and a number, so it is never a keyword.
    pub(super) fn next(&mut self, name: &str, id: PathId) -> String {
        let plain = name.to_lowercase();
        let mut words: Vec<String> = Vec::new();
        let mut length = 0;
        for word in plain
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
        {
            let word: String = word.chars().take(MAX_CHARS - length).collect();
            length += word.len();
            if !word.is_empty() {
                words.push(word);
            }
        }
        if words
            .first()
            .is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()))
        {
            words.insert(0, "path".into());
        }
        match words.last().map(String::as_str) {
            None => words.extend(["path".into(), id.0.to_string()]),
            Some("path") if words.len() > 1 => {}
            Some(_) => words.push("path".into()),
        }
        let mut identifier = self.cased(&words);
        let mut number = 2;
        while !self.taken.insert(identifier.clone()) {
            let numbered: Vec<String> = words.iter().cloned().chain([number.to_string()]).collect();
            identifier = self.cased(&numbered);
            number += 1;
        }
        identifier
    }

    fn cased(&self, words: &[String]) -> String {
        match self.language {
            CodeLanguage::Csharp => words
                .iter()
                .map(|word| word[..1].to_uppercase() + &word[1..])
                .collect(),
            CodeLanguage::Cpp | CodeLanguage::Lua | CodeLanguage::Gml => words.join("_"),
            CodeLanguage::Gdscript
            | CodeLanguage::Rust
            | CodeLanguage::JavaScript
            | CodeLanguage::Python => words.join("_").to_uppercase(),
        }
    }
}

/// A string literal. Invisible characters, and those that change the text direction, are escaped.
pub(super) fn literal(text: &str, language: CodeLanguage) -> String {
    let mut literal = String::from("\"");
    for c in text.chars() {
        match c {
            '\\' => literal.push_str("\\\\"),
            '"' => literal.push_str("\\\""),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            // Strings in these languages end at a NUL.
            '\0' if matches!(
                language,
                CodeLanguage::Gdscript | CodeLanguage::Gml | CodeLanguage::Cpp
            ) =>
            {
                literal.push('\u{fffd}')
            }
            // Avoids trigraphs.
            '?' if language == CodeLanguage::Cpp => literal.push_str("\\?"),
            // "</script>" would end an inline script.
            '<' if language == CodeLanguage::JavaScript => literal.push_str("\\u003c"),
            c if is_invisible(c) => literal.push_str(&escaped(c, language)),
            c => literal.push(c),
        }
    }
    literal + "\""
}

/// Whether `c` is a control character, a line separator, or an invisible formatting character.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

fn escaped(c: char, language: CodeLanguage) -> String {
    let mut bytes = [0; 4];
    let bytes = c.encode_utf8(&mut bytes).bytes();
    match language {
        CodeLanguage::Rust => format!("\\u{{{:x}}}", u32::from(c)),
        CodeLanguage::Cpp => bytes.map(|byte| format!("\\{byte:03o}")).collect(),
        CodeLanguage::Lua => bytes.map(|byte| format!("\\{byte:03}")).collect(),
        CodeLanguage::Gdscript
        | CodeLanguage::Csharp
        | CodeLanguage::JavaScript
        | CodeLanguage::Python
        | CodeLanguage::Gml => {
            format!("\\u{:04x}", u32::from(c))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identifiers(language: CodeLanguage, names: &[&str]) -> Vec<String> {
        let mut taken = Identifiers::new(language);
        names
            .iter()
            .zip(1..)
            .map(|(name, id)| taken.next(name, PathId(id)))
            .collect()
    }

    #[test]
    fn identifiers_are_valid_and_unique() {
        let names = [
            "Gate",
            "gate!",
            "Gate path",
            "class",
            "2 doors",
            "गश्त",
            "",
            "path",
            "Gate path 2",
        ];
        let upper = identifiers(CodeLanguage::Rust, &names);
        let expected = [
            "GATE_PATH",
            "GATE_PATH_2",
            "GATE_PATH_3",
            "CLASS_PATH",
            "PATH_2_DOORS_PATH",
            "PATH_6",
            "PATH_7",
            "PATH_PATH",
            "GATE_PATH_2_PATH",
        ];
        assert_eq!(upper, expected);
        assert_eq!(
            identifiers(CodeLanguage::Csharp, &["a 21", "a2 1", "night-watch"]),
            ["A21Path", "A21Path2", "NightWatchPath"]
        );
        assert_eq!(
            identifiers(CodeLanguage::Lua, &["end", "x".repeat(99).as_str()])[0],
            "end_path"
        );
        assert!(identifiers(CodeLanguage::Lua, &["x y ".repeat(99).as_str()])[0].len() < 110);
    }

    #[test]
    fn invisible_characters_are_escaped() {
        let text = "a\"\\\u{202e}\n\u{1}";
        assert_eq!(
            literal(text, CodeLanguage::Rust),
            "\"a\\\"\\\\\\u{202e}\\n\\u{1}\""
        );
        assert_eq!(
            literal(text, CodeLanguage::Python),
            "\"a\\\"\\\\\\u202e\\n\\u0001\""
        );
        assert_eq!(
            literal(text, CodeLanguage::Lua),
            "\"a\\\"\\\\\\226\\128\\174\\n\\001\""
        );
        assert_eq!(
            literal(text, CodeLanguage::Cpp),
            "\"a\\\"\\\\\\342\\200\\256\\n\\001\""
        );
        assert!(!literal("</script>", CodeLanguage::JavaScript).contains('<'));
    }
}
