//! `.cases` files: exports, and the cases that run them or expect that they are refused.
//! `docs/porting.md` describes the format.

use super::changes;
use std::fmt::{Display, Formatter};

const HEADER: &str = "steerwright-cases 1";
const SECTION: &str = "== ";

/// The content of a `.cases` file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CaseFile {
    /// The exports, each after those that it is a change of.
    pub exports: Vec<CaseExport>,
    /// The cases.
    pub cases: Vec<Case>,
}

/// An export of a `.cases` file.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseExport {
    /// What cases call it: letters, digits, "-" and "_".
    pub label: String,
    /// How it differs from an earlier export of the file, if it is not written as a whole.
    pub changes: Option<Changes>,
    /// Its text.
    pub text: String,
}

/// Changes of an export.
#[derive(Clone, Debug, PartialEq)]
pub struct Changes {
    /// The label of the export that is changed.
    pub of: String,
    /// The changed lines, as in the file.
    pub lines: String,
}

/// A case.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Its name.
    pub name: String,
    /// The number of its first line in the file that it was read from, otherwise 0.
    pub line: usize,
    /// What it expects.
    pub expectation: Expectation,
}

/// What a case expects.
#[derive(Clone, Debug, PartialEq)]
pub enum Expectation {
    /// An export is run.
    Run {
        /// The label of the export.
        export: String,
        /// Commands, readings and results, with their line feeds.
        lines: String,
    },
    /// A changed export is refused.
    Refusal {
        /// The changes.
        changes: Changes,
        /// The place that messages name, if there is one.
        place: Option<String>,
        /// The text of the changed export.
        text: String,
    },
}

/// A `.cases` file that cannot be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct CaseFileError {
    /// The number of the line.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

impl CaseFile {
    /// Reads the text of a file, and applies its changes.
    ///
    /// # Errors
    /// [`CaseFileError`] for the first line that is not as it should be.
    pub fn parse(text: &str) -> Result<Self, CaseFileError> {
        let error = |line, message: &str| CaseFileError {
            line,
            message: message.into(),
        };
        let mut rest = text
            .strip_prefix(HEADER)
            .and_then(|rest| rest.strip_prefix('\n'))
            .ok_or_else(|| error(1, &format!("expected {HEADER:?}")))?;
        if !text.ends_with('\n') {
            return Err(error(
                text.lines().count(),
                "the last line does not end; the file is truncated",
            ));
        }
        let mut file = Self::default();
        let mut line = 2;
        while let Some((heading, after)) = rest.split_once('\n') {
            let end = if after.starts_with(SECTION) {
                0
            } else {
                let next = after.find(&format!("\n{SECTION}"));
                next.map_or(after.len(), |at| at + 1)
            };
            let (body, next) = after.split_at(end);
            file.read_section(heading, body, line)?;
            line += 1 + body.matches('\n').count();
            rest = next;
        }
        Ok(file)
    }

    fn read_section(
        &mut self,
        heading: &str,
        body: &str,
        line: usize,
    ) -> Result<(), CaseFileError> {
        let error = |message: String| CaseFileError { line, message };
        let base = |of: &str| {
            self.export(of)
                .ok_or_else(|| error(format!("there is no export {of:?} above")))
        };
        let changed = |of: &str| -> Result<(Changes, String), CaseFileError> {
            let text = changes::apply(base(of)?, body, line + 1)?;
            let (of, lines) = (of.to_owned(), body.to_owned());
            Ok((Changes { of, lines }, text))
        };
        let words: Vec<&str> = heading.split(' ').collect();
        let (name, expectation) = match words[..] {
            ["==", "export", label, ref from @ ..] => {
                if self.export(label).is_some() {
                    return Err(error(format!("there are two exports {label:?}")));
                }
                let (changes, text) = match *from {
                    [] => (None, body.to_owned()),
                    ["from", of] => {
                        let (changes, text) = changed(of)?;
                        (Some(changes), text)
                    }
                    _ => return Err(error(format!("expected \"from LABEL\" after {label:?}"))),
                };
                self.exports.push(CaseExport {
                    label: label.to_owned(),
                    changes,
                    text,
                });
                return Ok(());
            }
            ["==", "case", name, "of", of] => {
                base(of)?;
                let (export, lines) = (of.to_owned(), body.to_owned());
                (name, Expectation::Run { export, lines })
            }
            ["==", "refused", name, "of", of, ref at @ ..] => {
                let place = match *at {
                    [] => None,
                    ["at", place] => Some(place.to_owned()),
                    _ => return Err(error(format!("expected \"at PLACE\" after {of:?}"))),
                };
                let (changes, text) = changed(of)?;
                let refusal = Expectation::Refusal {
                    changes,
                    place,
                    text,
                };
                (name, refusal)
            }
            _ => {
                return Err(error(format!(
                    "expected \"== export LABEL\", \"== case NAME of LABEL\" or \"== refused NAME of LABEL\", found {heading:?}"
                )));
            }
        };
        if self.cases.iter().any(|case| case.name == name) {
            return Err(error(format!("there are two cases {name:?}")));
        }
        self.cases.push(Case {
            name: name.to_owned(),
            line,
            expectation,
        });
        Ok(())
    }

    /// The text of the export with this label.
    #[must_use]
    pub fn export(&self, label: &str) -> Option<&str> {
        let mut exports = self.exports.iter();
        let export = exports.find(|export| export.label == label)?;
        Some(&export.text)
    }

    /// Adds an export, as changes of an earlier one if they are clearly shorter than its text.
    /// False if there is another one with this label.
    #[must_use]
    pub fn add_export(&mut self, label: &str, mut text: String) -> bool {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        if let Some(known) = self.export(label) {
            return known == text;
        }
        let changes = self.exports.iter().filter_map(|earlier| {
            Some(Changes {
                of: earlier.label.clone(),
                lines: changes::between(&earlier.text, &text)?,
            })
        });
        let changes = changes.min_by_key(|changes| changes.lines.len());
        self.exports.push(CaseExport {
            label: label.to_owned(),
            changes: changes.filter(|changes| changes.lines.len() < text.len() / 2),
            text,
        });
        true
    }
}

impl Display for CaseFile {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{HEADER}")?;
        for CaseExport {
            label,
            changes,
            text,
        } in &self.exports
        {
            match changes {
                Some(Changes { of, lines }) => {
                    write!(f, "{SECTION}export {label} from {of}\n{lines}")?
                }
                None => write!(f, "{SECTION}export {label}\n{text}")?,
            }
        }
        for Case {
            name, expectation, ..
        } in &self.cases
        {
            match expectation {
                Expectation::Run { export, lines } => {
                    write!(f, "{SECTION}case {name} of {export}\n{lines}")?;
                }
                Expectation::Refusal { changes, place, .. } => {
                    write!(f, "{SECTION}refused {name} of {}", changes.of)?;
                    if let Some(place) = place {
                        write!(f, " at {place}")?;
                    }
                    write!(f, "\n{}", changes.lines)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
steerwright-cases 1
== export base
{
  \"x\": 1
}
== export moved from base
-  \"x\": 1
+  \"x\": 2
== export empty
== case steps of base
state 0 1
apply_scene 5 moved
end 9
== refused x-zero of base at x
-  \"x\": 1
+  \"x\": 0
== refused text-empty of empty
";

    #[test]
    fn a_file_reads_back_from_its_text() {
        let file = CaseFile::parse(TEXT).expect("a file");
        assert_eq!(file.export("moved"), Some("{\n  \"x\": 2\n}\n"));
        assert_eq!(file.export("empty"), Some(""));
        let [steps, x_zero, text_empty] = &file.cases[..] else {
            panic!("{file:?}");
        };
        assert_eq!((steps.name.as_str(), steps.line), ("steps", 10));
        let lines = "state 0 1\napply_scene 5 moved\nend 9\n";
        assert!(
            matches!(&steps.expectation, Expectation::Run { lines: found, .. } if found == lines)
        );
        assert_eq!((x_zero.name.as_str(), x_zero.line), ("x-zero", 14));
        assert!(
            matches!(&x_zero.expectation, Expectation::Refusal { place: Some(place), text, .. }
                if place == "x" && text == "{\n  \"x\": 0\n}\n")
        );
        assert!(
            matches!(&text_empty.expectation, Expectation::Refusal { place: None, text, .. } if text.is_empty())
        );
        assert_eq!(file.to_string(), TEXT);
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_line() {
        for (from, to, line, message) in [
            ("cases 1", "cases 2", 1, "expected \"steerwright-cases 1\""),
            (
                "== export base",
                "export base",
                2,
                "expected \"== export LABEL\"",
            ),
            ("from base", "of base", 6, "expected \"from LABEL\""),
            ("from base", "from bass", 6, "there is no export \"bass\""),
            (
                "-  \"x\": 1\n+  \"x\": 2",
                "-  \"x\": 3\n+  \"x\": 2",
                7,
                "not found",
            ),
            (
                "-  \"x\": 1\n+  \"x\": 2",
                "-  \"x\": 1\n  \"x\": 2",
                8,
                "not found",
            ),
            (
                "+  \"x\": 2",
                "*  \"x\": 2",
                8,
                "expected a line that starts with",
            ),
            (
                "export empty",
                "export base",
                9,
                "there are two exports \"base\"",
            ),
            (
                "steps of base",
                "steps of past",
                10,
                "there is no export \"past\"",
            ),
            ("of base at x", "of base on x", 14, "expected \"at PLACE\""),
            (
                "-  \"x\": 1\n+  \"x\": 0",
                "-  \"x\": 5\n+  \"x\": 0",
                15,
                "not found",
            ),
            ("text-empty", "steps", 17, "there are two cases \"steps\""),
            ("of empty\n", "of empty", 17, "truncated"),
        ] {
            let text = TEXT.replacen(from, to, 1);
            assert_ne!(text, TEXT, "{from}");
            let error = CaseFile::parse(&text).expect_err(to);
            assert!(
                error.line == line && error.message.contains(message),
                "{to}: {error}"
            );
        }
    }

    #[test]
    fn an_export_is_written_as_changes_if_they_are_shorter() {
        let mut file = CaseFile::default();
        let long = |x: usize| format!("{{\n{}  \"x\": {x}\n}}\n", "  \"y\": 0,\n".repeat(9));
        assert!(file.add_export("base", long(1)));
        assert!(file.add_export("moved", long(2)));
        assert!(file.add_export("moved", long(2)), "it is the same");
        assert!(!file.add_export("moved", long(3)), "it is another one");
        assert!(file.add_export("other", "{}".into()));
        let text = file.to_string();
        let moved = "== export moved from base\n-  \"x\": 1\n+  \"x\": 2\n== export other\n{}\n";
        assert!(text.ends_with(moved), "{text}");
        assert_eq!(CaseFile::parse(&text).expect("a file"), file);
    }
}
