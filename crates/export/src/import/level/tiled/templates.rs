//! Files of templates: what the objects that are instances of one do not say themselves.

use crate::import::level::element::Element;
use crate::import::level::files::{Files, NamedFile};
use std::collections::BTreeMap;

/// The files of templates by the names that objects of a map have for them, or why they were not
/// read.
pub type TemplateFiles = BTreeMap<String, Result<NamedFile, String>>;

/// Reads the files of all templates that objects of a map are instances of.
pub fn template_files(root: &Element<'_>, files: &mut Files) -> TemplateFiles {
    let mut read = TemplateFiles::new();
    add(root, files, &mut read);
    read
}

fn add(parent: &Element<'_>, files: &mut Files, read: &mut TemplateFiles) {
    let folder = files.folder().to_owned();
    for child in parent.children() {
        match &*child.tag {
            "group" => add(&child, files, read),
            "objectgroup" => {
                for name in child
                    .all("object")
                    .filter_map(|node| node.attribute("template"))
                {
                    if !read.contains_key(&*name) {
                        let file = files.read(&folder, &name);
                        read.insert(name.into_owned(), file);
                    }
                }
            }
            _ => {}
        }
    }
}
