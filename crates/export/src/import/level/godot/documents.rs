//! The files of a scene: each is read once, however often it is used.

use crate::import::godot::parse::{self, Section};
use crate::import::level::files::{Files, folder_of};
use crate::import::level::invalid;
use crate::target::godot::text::Variant;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use steerwright_format::FormatError;

/// A scene, or a resource in a file of its own.
pub struct Document {
    /// Its file, in the folder of the project. Empty for the scene that is imported.
    pub name: String,
    text: String,
    /// The folder that it is in.
    folder: PathBuf,
    /// Where its sections start.
    starts: Vec<u32>,
    /// Where resources and the names of files start, by their kinds and ids. The first one of
    /// several counts.
    resources: BTreeMap<(bool, String), u32>,
}

impl Document {
    fn new(name: String, text: String, folder: PathBuf) -> Result<Self, FormatError> {
        let starts = parse::sections(&text)?.into_starts();
        let heading = starts
            .first()
            .map(|&start| Section::at(&text, start as usize));
        let format = heading.and_then(|heading| heading.head("format")?.number());
        if format.is_some_and(|format| format < 2.0) {
            let message = "it was written by Godot 2; save it in Godot 3 or later";
            return Err(invalid("format", message));
        }
        let mut resources = BTreeMap::new();
        for &start in &starts {
            let section = Section::at(&text, start as usize);
            let is_external = match section.kind() {
                "ext_resource" => true,
                "sub_resource" => false,
                _ => continue,
            };
            if let Some(id) = section.head("id") {
                resources
                    .entry((is_external, id.to_string()))
                    .or_insert(start);
            }
        }
        Ok(Self {
            name,
            text,
            folder,
            starts,
            resources,
        })
    }

    /// The section that starts at an offset.
    pub fn section(&self, start: u32) -> Section<'_> {
        Section::at(&self.text, start as usize)
    }

    /// Where the nodes start, and how long their texts are.
    pub fn nodes(&self) -> impl Iterator<Item = (u32, usize)> {
        let ends = self.starts.iter().skip(1).copied();
        let ends = ends.chain([self.text.len() as u32]);
        self.starts
            .iter()
            .copied()
            .zip(ends)
            .filter(|(start, _)| self.section(*start).kind() == "node")
            .map(|(start, end)| (start, (end - start) as usize))
    }

    /// The first section, which says what the file is.
    fn heading(&self) -> Option<Section<'_>> {
        self.starts.first().map(|&start| self.section(start))
    }

    /// Whether Godot 3 wrote it.
    pub fn is_of_three(&self) -> bool {
        let format = self.heading().and_then(|heading| heading.head("format"));
        format.and_then(|format| format.number()) <= Some(2.0)
    }
}

/// A resource, in the file of what uses it or in its own.
#[derive(Clone)]
pub struct Resource {
    pub document: Rc<Document>,
    start: u32,
}

impl Resource {
    /// What is in it.
    pub fn section(&self) -> Section<'_> {
        self.document.section(self.start)
    }

    /// Its type.
    pub fn kind(&self) -> String {
        let section = self.section();
        let heading = if section.kind() == "resource" {
            self.document.heading()
        } else {
            Some(section)
        };
        heading
            .and_then(|heading| heading.head_text("type"))
            .unwrap_or_default()
    }

    /// What tells it from all others that were read.
    pub fn key(&self) -> (*const Document, u32) {
        (Rc::as_ptr(&self.document), self.start)
    }
}

/// Reads files.
pub struct Documents<'a> {
    files: &'a mut Files,
    known: BTreeMap<PathBuf, Result<Rc<Document>, String>>,
}

impl<'a> Documents<'a> {
    pub fn new(files: &'a mut Files) -> Self {
        Self {
            files,
            known: BTreeMap::new(),
        }
    }

    /// The scene that is imported, which is in `folder`.
    ///
    /// # Errors
    /// It is not valid.
    pub fn scene(&self, text: &str, folder: &Path) -> Result<Rc<Document>, FormatError> {
        Document::new(String::new(), text.to_owned(), folder.to_owned()).map(Rc::new)
    }

    /// The file called `name` in `by`, which ends with `ending`.
    ///
    /// # Errors
    /// Why it was not read.
    pub fn named(
        &mut self,
        by: &Document,
        name: &str,
        ending: &str,
    ) -> Result<Rc<Document>, String> {
        let (folder, path) = match name.split_once("://") {
            Some(("res", path)) => (self.files.folder().to_owned(), path),
            Some(_) => return Err("its file is not named".into()),
            None => (by.folder.clone(), name),
        };
        if !path.ends_with(ending) {
            return Err(format!(
                "only text files ({ending}) are read; save it as one in Godot"
            ));
        }
        let at = folder.join(path);
        if let Some(known) = self.known.get(&at) {
            return known.clone();
        }
        let read = self.files.read(&folder, path).and_then(|file| {
            Document::new(path.to_owned(), file.text, folder_of(&file.path))
                .map(Rc::new)
                .map_err(|error| format!("{path}: {error}"))
        });
        self.known.insert(at, read.clone());
        read
    }

    /// The scene that a value such as `ExtResource("1")` refers to, or a name for one that is
    /// loaded later.
    ///
    /// # Errors
    /// Why it was not read.
    pub fn instanced(
        &mut self,
        by: &Document,
        reference: &Variant,
    ) -> Result<Rc<Document>, String> {
        let name = match reference.as_text() {
            Some(name) => name.to_owned(),
            None => by.file_of(reference).ok_or("its file is not named")?,
        };
        self.named(by, &name, ".tscn")
    }

    /// The resource that a value such as `SubResource("1")` refers to.
    ///
    /// # Errors
    /// Why it was not read.
    pub fn resource(&mut self, by: &Rc<Document>, reference: &Variant) -> Result<Resource, String> {
        if let Some(start) = by.start_of(false, reference) {
            let document = by.clone();
            return Ok(Resource { document, start });
        }
        let name = by.file_of(reference).ok_or("it is not in the scene")?;
        let document = self.named(by, &name, ".tres")?;
        let mut starts = document.starts.iter().copied();
        let start = starts.find(|&start| document.section(start).kind() == "resource");
        let start = start.ok_or_else(|| format!("{name} has no resource"))?;
        Ok(Resource { document, start })
    }
}

impl Document {
    fn start_of(&self, is_external: bool, reference: &Variant) -> Option<u32> {
        let Variant::Made(maker, items) = reference else {
            return None;
        };
        let wanted = if is_external {
            "ExtResource"
        } else {
            "SubResource"
        };
        if maker != wanted {
            return None;
        }
        let key = (is_external, items.first()?.to_string());
        self.resources.get(&key).copied()
    }

    /// The name of the file that a value such as `ExtResource("1")` refers to.
    fn file_of(&self, reference: &Variant) -> Option<String> {
        let start = self.start_of(true, reference)?;
        self.section(start).head_text("path")
    }
}
