//! Godot's text files: sections, each a heading in brackets and values below it. A file is checked
//! as a whole, and values are read from its text when they are asked for, because all of them
//! together take much memory.

mod reader;

use crate::target::godot::text::Variant;
use reader::{Reader, is_of_name};
use steerwright_format::FormatError;

/// The sections of a file.
#[derive(Debug)]
pub struct Sections<'a> {
    text: &'a str,
    /// Where they start.
    starts: Vec<u32>,
}

/// A heading in brackets, and the values below it.
#[derive(Clone, Copy, Debug)]
pub struct Section<'a> {
    /// Its text, and that of the sections behind it.
    text: &'a str,
}

/// The values below a heading, with their names.
pub struct Properties<'a>(Option<Reader<'a>>);

/// The values below a heading, by where they are. For a section of which many values are asked for.
pub struct Index<'a> {
    text: &'a str,
    entries: Vec<(&'a str, u32)>,
}

/// A value that is not read yet.
#[derive(Clone)]
pub struct Value<'a>(Reader<'a>);

/// The sections of a file.
///
/// # Errors
/// A [`FormatError`] that names the line.
pub fn sections(text: &str) -> Result<Sections<'_>, FormatError> {
    let mut reader = Reader::new(text);
    let mut starts: Vec<u32> = Vec::new();
    loop {
        reader.skip_blank();
        match (reader.peek(), starts.is_empty()) {
            (None, _) => return Ok(Sections { text, starts }),
            (Some('['), _) => {
                if starts.len() == starts.capacity() {
                    // Twice as much each time would be far more than is needed.
                    starts.reserve_exact(64 + starts.len() / 4);
                }
                starts.push(reader.at as u32);
                reader.heading("")?;
            }
            (Some(_), false) => {
                reader.property()?;
                reader.value(0)?;
            }
            (Some(_), true) => {
                return Err(reader.fault("the file does not start with a section in brackets"));
            }
        }
    }
}

impl<'a> Sections<'a> {
    /// All sections, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = Section<'a>> {
        self.starts.iter().map(|&start| self.at(start as usize))
    }

    /// Where each section starts.
    pub fn into_starts(self) -> Vec<u32> {
        self.starts
    }

    /// The section that starts at an offset.
    fn at(&self, start: usize) -> Section<'a> {
        Section::at(self.text, start)
    }
}

impl<'a> Section<'a> {
    /// The section that starts at an offset of the text of a file.
    pub fn at(text: &'a str, start: usize) -> Self {
        Self {
            text: text.get(start..).unwrap_or_default(),
        }
    }

    /// The first word of the heading.
    pub fn kind(self) -> &'a str {
        let mut reader = Reader::new(self.text);
        reader.next();
        reader.skip_blank();
        reader.word(is_of_name)
    }

    /// The value of `name` in the heading.
    pub fn head(self, name: &str) -> Option<Variant> {
        let mut reader = Reader::new(self.text);
        reader.heading(name).ok().filter(|found| *found)?;
        reader.kept().ok()
    }

    /// The text of `name` in the heading.
    pub fn head_text(self, name: &str) -> Option<String> {
        text_of(self.head(name)?)
    }

    /// A reader in front of the value called `name`.
    fn find(self, name: &str) -> Option<Reader<'a>> {
        let mut reader = Reader::new(self.text);
        reader.heading("").ok()?;
        loop {
            reader.skip_blank();
            if matches!(reader.peek(), None | Some('[')) {
                return None;
            }
            if reader.property().ok()? == name {
                return Some(reader);
            }
            reader.value(0).ok()?;
        }
    }

    /// The values below the heading, with their names.
    pub fn properties(self) -> Properties<'a> {
        let mut reader = Reader::new(self.text);
        let is_whole = reader.heading("").is_ok();
        Properties(is_whole.then_some(reader))
    }

    /// The values below the heading, by where they are.
    pub fn index(self) -> Index<'a> {
        let mut entries = Vec::new();
        for (name, value) in self.properties() {
            if entries.len() == entries.capacity() {
                // Twice as much each time would be far more than is needed.
                entries.reserve_exact(16 + entries.len() / 4);
            }
            entries.push((name, value.0.at as u32));
        }
        Index {
            text: self.text,
            entries,
        }
    }

    /// Whether there is a value called `name`.
    pub fn has(self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// The value called `name`.
    pub fn value(self, name: &str) -> Option<Variant> {
        self.find(name)?.kept().ok()
    }

    /// The text called `name`.
    pub fn text(self, name: &str) -> Option<String> {
        text_of(self.value(name)?)
    }

    /// The number called `name`.
    pub fn number(self, name: &str) -> Option<f64> {
        self.value(name)?.number()
    }

    /// The numbers of the list or constructor call that is called `name`; `None` if it contains
    /// anything else.
    pub fn numbers(self, name: &str) -> Option<Vec<f64>> {
        self.find(name)?.numbers().ok()?
    }

    /// The numbers for a key of the dictionary called `name`.
    pub fn numbers_in(self, name: &str, key: &str) -> Option<Vec<f64>> {
        self.find(name)?.entry(key)?.numbers().ok()?
    }

    /// The metadata called `name`, in either dialect.
    pub fn metadata(self, name: &str) -> Option<Variant> {
        let mut found = self
            .find(&format!("metadata/{name}"))
            .or_else(|| self.find("__meta__")?.entry(name))?;
        found.kept().ok()
    }

    /// The text in the metadata called `name`.
    pub fn metadata_text(self, name: &str) -> Option<String> {
        text_of(self.metadata(name)?)
    }
}

impl<'a> Iterator for Properties<'a> {
    type Item = (&'a str, Value<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let mut reader = self.0.take()?;
        reader.skip_blank();
        if matches!(reader.peek(), None | Some('[')) {
            return None;
        }
        let name = reader.property().ok()?;
        let value = Value(reader.clone());
        reader.value(0).ok()?;
        self.0 = Some(reader);
        Some((name, value))
    }
}

impl<'a> Index<'a> {
    /// The values, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = (&'a str, Value<'a>)> {
        let value = |&(name, at)| (name, Value(Reader::starting(self.text, at as usize)));
        self.entries.iter().map(value)
    }

    /// The value called `name`. Of several, the last counts.
    pub fn value(&self, name: &str) -> Option<Value<'a>> {
        let mut entries = self.entries.iter().rev();
        let (_, at) = entries.find(|(known, _)| *known == name)?;
        Some(Value(Reader::starting(self.text, *at as usize)))
    }
}

impl Value<'_> {
    /// The value.
    pub fn read(mut self) -> Option<Variant> {
        self.0.kept().ok()
    }

    /// The numbers of a list or constructor call; `None` if it contains anything else.
    pub fn numbers(mut self) -> Option<Vec<f64>> {
        self.0.numbers().ok()?
    }
}

fn text_of(value: Variant) -> Option<String> {
    if let Variant::Text(text) = value {
        Some(text)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::godot::text;

    #[test]
    fn what_is_written_is_read_again() {
        let name = Variant::text("a ] \"b\" \\ 😀");
        let position = Variant::made("Vector2", [1.5, -2.0]);
        let meta = Variant::Dictionary(vec![(
            Variant::text("k\n\u{1}"),
            Variant::List(vec![Variant::Null, Variant::Bool(true)]),
        )]);
        let text = text::Section::new("node")
            .attribute("name", name.clone())
            .property("position", position.clone())
            .property("metadata/x", meta.clone())
            .to_string();
        let sections = sections(&text).expect("a section");
        let section = sections.iter().next().expect("a section");
        assert_eq!((sections.iter().count(), section.kind()), (1, "node"));
        assert_eq!(section.head("name"), Some(name));
        assert_eq!(section.value("position"), Some(position));
        assert_eq!(section.numbers("position"), Some(vec![1.5, -2.0]));
        assert_eq!(section.metadata("x"), Some(meta));
        assert_eq!((section.head("x"), section.value("name")), (None, None));
    }

    #[test]
    fn what_only_godot_writes_is_read() {
        let text = "; made by hand\n[node name=\"A\" groups=[\"x\"]]\na = &\"name\"\nb = Array[int]([1, 2])\nc = NodePath(\"../B\")\nd = 1e-05\ne = inf\nf = {\n\"g\": 1,\n\"points\": V(1, 2)\n}\n[b]\nh = 1\n";
        let sections = sections(text).expect("two sections");
        let section = sections.iter().next().expect("a section");
        assert_eq!(section.value("a"), Some(Variant::text("name")));
        assert_eq!(section.numbers("b"), None);
        assert_eq!(section.value("d"), Some(Variant::Float(1e-5)));
        assert_eq!(section.value("e"), Some(Variant::Null));
        assert_eq!(section.numbers_in("f", "points"), Some(vec![1.0, 2.0]));
        assert_eq!(section.numbers_in("f", "g"), None);
        assert_eq!(section.value("h"), None, "it is in the next section");
    }

    #[test]
    fn faults_name_the_line() {
        let deep = format!("[a]\nb = {}", "[".repeat(100_000));
        for text in [
            "x = 1",
            "[a",
            "[a b]",
            "[a]\nb",
            "[a]\nb =",
            "[a]\nb = \"c",
            "[a]\nb = \"\\u00",
            "[a]\nb = 1e999",
            "[a]\nb = [1,",
            "[a]\nb = )",
            &deep,
        ] {
            let fault = sections(text).expect_err(text).to_string();
            assert!(
                fault
                    .split(':')
                    .take(2)
                    .all(|number| number.parse::<usize>().is_ok_and(|n| n > 0)),
                "{fault}"
            );
        }
    }
}
