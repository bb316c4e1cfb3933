//! Changes of exports, line by line.

use super::CaseFileError;

/// The most comparisons of lines that [`between`] makes.
const MAX_COMPARISONS: usize = 4_000_000;

/// The text of an export with changes, whose first line has this number in its file.
pub(super) fn apply(base: &str, changes: &str, first: usize) -> Result<String, CaseFileError> {
    let mut rest = base.split_inclusive('\n');
    let mut text = String::new();
    for (line, change) in (first..).zip(changes.split_inclusive('\n')) {
        let error = |message| Err(CaseFileError { line, message });
        let (mark, wanted) = match change.split_at_checked(1) {
            Some(("+", added)) => {
                text.push_str(added);
                continue;
            }
            Some((mark @ (" " | "-"), wanted)) => (mark, wanted),
            _ => return error("expected a line that starts with \" \", \"-\" or \"+\"".into()),
        };
        loop {
            let Some(passed) = rest.next() else {
                let wanted = wanted.trim_end_matches('\n');
                return error(format!("{wanted:?} is not found in the rest of the export"));
            };
            let found = passed == wanted;
            if !found || mark == " " {
                text.push_str(passed);
            }
            if found {
                break;
            }
        }
    }
    text.extend(rest);
    Ok(text)
}

/// The fewest changes from one text to another. `None` if the texts are too long to be compared.
pub(super) fn between(base: &str, text: &str) -> Option<String> {
    let lines = |text| -> Vec<&str> { str::split_inclusive(text, '\n').collect() };
    let (base, text) = (lines(base), lines(text));
    let columns = text.len() + 1;
    if (base.len() + 1).saturating_mul(columns) > MAX_COMPARISONS {
        return None;
    }
    // How many lines the rests of the texts have in common.
    let mut common = vec![0_u32; (base.len() + 1) * columns];
    for i in (0..base.len()).rev() {
        for j in (0..text.len()).rev() {
            let at = i * columns + j;
            common[at] = if base[i] == text[j] {
                common[at + columns + 1] + 1
            } else {
                common[at + columns].max(common[at + 1])
            };
        }
    }
    let mut writer = Writer {
        base: &base,
        cursor: 0,
        changes: String::new(),
    };
    let (mut i, mut j) = (0, 0);
    while i < base.len() || j < text.len() {
        let at = i * columns + j;
        if i < base.len() && text.get(j) == Some(&base[i]) {
            i += 1;
            j += 1;
        } else if j == text.len() || (i < base.len() && common[at + columns] >= common[at + 1]) {
            writer.put('-', i);
            i += 1;
        } else {
            writer.add(i, text[j]);
            j += 1;
        }
    }
    Some(writer.changes)
}

struct Writer<'a> {
    base: &'a [&'a str],
    /// The next line of the base.
    cursor: usize,
    changes: String,
}

impl Writer<'_> {
    /// Removes line `i` of the base, or passes it, after the lines that have to be passed so that
    /// it is the next one of its kind.
    fn put(&mut self, mark: char, i: usize) {
        let before = &self.base[self.cursor..i];
        if let Some(equal) = before.iter().rposition(|line| *line == self.base[i]) {
            let is_first = |&k: &usize| !before[..k].contains(&before[k]);
            let passed = (equal..before.len()).rev().find(is_first);
            self.put(' ', self.cursor + passed.unwrap_or(equal));
        }
        self.changes.push(mark);
        self.changes.push_str(self.base[i]);
        self.cursor = i + 1;
    }

    /// Adds a line before line `i` of the base.
    fn add(&mut self, i: usize, line: &str) {
        if self.cursor < i {
            self.put(' ', i - 1);
        }
        self.changes.push('+');
        self.changes.push_str(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text with a line for each character.
    fn lines(text: &str) -> String {
        text.chars().map(|c| format!("{c}\n")).collect()
    }

    #[test]
    fn changes_lead_from_one_text_to_the_other() {
        let texts = [
            "", "a", "ab", "ba", "aab", "aba", "aaaa", "abcabc", "abcbabc", "xaybzab", "cbacba",
        ];
        for base in texts.map(lines) {
            for text in texts.map(lines) {
                let changes = between(&base, &text).expect("short texts");
                assert_eq!(apply(&base, &changes, 1).as_ref(), Ok(&text), "{changes}");
            }
        }
    }

    #[test]
    fn only_lines_that_are_needed_are_passed() {
        for (base, text, changes) in [
            ("abc", "axc", "-b\n+x\n"),
            ("aba", "ab", " b\n-a\n"),
            ("abcab", "abca", " c\n-b\n"),
            ("aaab", "aaaxb", " a\n a\n a\n+x\n"),
            ("ab", "abx", " b\n+x\n"),
            ("ab", "xab", "+x\n"),
        ] {
            let found = between(&lines(base), &lines(text));
            assert_eq!(found.as_deref(), Some(changes), "{base} to {text}");
        }
    }

    #[test]
    fn texts_that_are_too_long_are_not_compared() {
        let long = "a\n".repeat(3_000);
        assert_eq!(between(&long, &long), None);
    }
}
