//! The nodes of a scene, with those of the scenes that it inherits and instances, and all that is
//! said about each of them.

use super::documents::{Document, Documents};
use crate::import::godot::parse::{Index, Value};
use crate::import::level::{Omissions, beyond};
use crate::target::godot::text::Variant;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use steerwright_format::FormatError;
use steerwright_format::limits::{INSTANCED_NODES, MAP_ELEMENTS};

/// Scenes in scenes are read no deeper.
const MAX_DEPTH: usize = 64;
/// The bytes of a node that count as one more node.
const BYTES_OF_A_NODE: usize = 1024;

/// The maximum number of characters of a path that are listed.
const SHOWN: usize = 200;

/// The nodes of a scene, each after its parent.
#[derive(Default)]
pub struct Tree {
    nodes: Vec<Node>,
    layers: Vec<Layer>,
    children: BTreeMap<(u32, Rc<str>), u32>,
    documents: Vec<Rc<Document>>,
    /// The scenes that nodes are instances of.
    instances: BTreeMap<u32, u32>,
}

struct Node {
    name: Rc<str>,
    parent: Option<u32>,
    /// What counts most.
    top: Option<u32>,
}

/// A section about a node.
struct Layer {
    document: u32,
    start: u32,
    /// The section of the scene that is inherited or instanced.
    below: Option<u32>,
}

/// All that is said about a node: by its scene, and then by the scenes that it is inherited from.
pub struct Properties<'a>(Vec<(&'a Rc<Document>, Index<'a>)>);

impl Tree {
    pub fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    pub fn parent(&self, node: u32) -> Option<u32> {
        self.nodes.get(node as usize)?.parent
    }

    pub fn name(&self, node: u32) -> &str {
        let node = self.nodes.get(node as usize);
        node.map_or("", |node| &node.name)
    }

    /// The names of a node and of those around it, from the root.
    pub fn path(&self, node: u32) -> String {
        let mut names: Vec<&str> = Vec::new();
        let mut at = self.nodes.get(node as usize);
        while let Some(node) = at {
            names.push(&node.name);
            at = node
                .parent
                .and_then(|parent| self.nodes.get(parent as usize));
        }
        names.reverse();
        names.join("/")
    }

    /// [`path`](Self::path) for a list, which is not long.
    pub fn shown(&self, node: u32) -> String {
        let path = self.path(node);
        match path.char_indices().nth_back(SHOWN) {
            Some((start, _)) => format!("…{}", &path[start..]),
            None => path,
        }
    }

    /// The name of the file of the scene that a node is an instance of.
    pub fn instance_of(&self, node: u32) -> Option<&str> {
        let number = self.instances.get(&node)?;
        Some(&self.documents.get(*number as usize)?.name)
    }

    /// The sections about a node, what counts most first.
    fn layers(&self, node: u32) -> impl Iterator<Item = (&Rc<Document>, u32)> {
        let layer = |at: Option<u32>| self.layers.get(at? as usize);
        let top = layer(self.nodes.get(node as usize).and_then(|node| node.top));
        std::iter::successors(top, move |above| layer(above.below)).filter_map(|layer| {
            let document = self.documents.get(layer.document as usize)?;
            Some((document, layer.start))
        })
    }

    /// The type of a node. Empty if its scene was not read.
    pub fn class(&self, node: u32) -> String {
        let last = self.layers(node).last();
        last.and_then(|(document, start)| document.section(start).head_text("type"))
            .unwrap_or_default()
    }

    /// All that is said about a node.
    pub fn properties(&self, node: u32) -> Properties<'_> {
        let layers = self.layers(node);
        Properties(
            layers
                .map(|(document, start)| (document, document.section(start).index()))
                .collect(),
        )
    }

    /// The node at a path from another one; `Err` with the last one on the way that there is.
    pub fn find(&self, from: u32, path: &str) -> Result<u32, u32> {
        let mut at = from;
        for name in path.split('/') {
            at = match name {
                "." | "" => at,
                ".." => self.parent(at).ok_or(at)?,
                name => self.child(at, name).ok_or(at)?,
            };
        }
        Ok(at)
    }

    fn child(&self, parent: u32, name: &str) -> Option<u32> {
        self.children.get(&(parent, name.into())).copied()
    }

    fn add(&mut self, parent: Option<u32>, name: &Rc<str>) -> u32 {
        let index = self.len();
        self.nodes.push(Node {
            name: name.clone(),
            parent,
            top: None,
        });
        if let Some(parent) = parent {
            self.children.entry((parent, name.clone())).or_insert(index);
        }
        index
    }

    fn add_layer(&mut self, node: u32, document: u32, start: u32) {
        let layer = self.layers.len() as u32;
        if let Some(node) = self.nodes.get_mut(node as usize) {
            self.layers.push(Layer {
                document,
                start,
                below: node.top,
            });
            node.top = Some(layer);
        }
    }
}

impl<'a> Properties<'a> {
    /// The value called `name`, and the file that has it.
    pub fn find(&self, name: &str) -> Option<(&'a Rc<Document>, Value<'a>)> {
        let mut layers = self.0.iter();
        layers.find_map(|(document, index)| Some((*document, index.value(name)?)))
    }

    /// The value called `name`.
    pub fn value(&self, name: &str) -> Option<Variant> {
        self.find(name)?.1.read()
    }

    /// The number called `name`.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.value(name)?.number()
    }

    /// The numbers of the constructor call that is called `name`.
    pub fn numbers(&self, name: &str) -> Option<Vec<f64>> {
        self.find(name)?.1.numbers()
    }

    /// The two numbers called `name`.
    pub fn pair(&self, name: &str) -> Option<[f64; 2]> {
        self.numbers(name)?.try_into().ok()
    }

    /// Whether the value called `name` is true, or `otherwise` if it is not there.
    pub fn is_on(&self, name: &str, otherwise: bool) -> bool {
        match self.value(name) {
            Some(Variant::Bool(on)) => on,
            _ => otherwise,
        }
    }

    /// All values, in the order in which Godot sets them: a later one counts more.
    pub fn iter(&self) -> impl Iterator<Item = (&'a str, Value<'a>)> {
        self.0.iter().rev().flat_map(|(_, index)| index.iter())
    }
}

/// Makes a tree.
pub struct Builder<'a, 'f> {
    pub documents: &'a mut Documents<'f>,
    pub omissions: &'a mut Omissions,
    tree: Tree,
    /// The numbers of documents in the tree.
    numbers: BTreeMap<*const Document, u32>,
    /// The scenes around the one that is read.
    around: Vec<*const Document>,
    /// The nodes whose scenes were not read.
    unread: BTreeSet<u32>,
    own_left: u64,
    instanced_left: u64,
}

/// Where a scene is in another one.
struct Slot<'a> {
    parent: Option<u32>,
    name: &'a Rc<str>,
}

impl<'a, 'f> Builder<'a, 'f> {
    pub fn new(documents: &'a mut Documents<'f>, omissions: &'a mut Omissions) -> Self {
        Self {
            documents,
            omissions,
            tree: Tree::default(),
            numbers: BTreeMap::new(),
            around: Vec::new(),
            unread: BTreeSet::new(),
            own_left: MAP_ELEMENTS.max,
            instanced_left: INSTANCED_NODES.max,
        }
    }

    /// The nodes of a scene.
    ///
    /// # Errors
    /// There are too many.
    pub fn tree(mut self, document: &Rc<Document>) -> Result<Tree, FormatError> {
        self.scene(document, None)?;
        Ok(self.tree)
    }

    /// Whether one more node with a text of `bytes` can be read.
    fn count(&mut self, bytes: usize) -> Result<bool, FormatError> {
        if self.around.len() == 1 {
            let left = self.own_left.checked_sub(1);
            self.own_left = left.ok_or_else(|| beyond("the scene", &MAP_ELEMENTS))?;
            return Ok(true);
        }
        let cost = 1 + (bytes / BYTES_OF_A_NODE) as u64;
        let left = self.instanced_left.checked_sub(cost);
        self.instanced_left = left.unwrap_or(0);
        if left.is_none() {
            let what = "the nodes of further scenes that are instanced";
            self.omissions.add(what, INSTANCED_NODES.message());
        }
        Ok(left.is_some())
    }

    /// Adds the nodes of a scene, and returns its root.
    fn scene(
        &mut self,
        document: &Rc<Document>,
        slot: Option<&Slot<'_>>,
    ) -> Result<Option<u32>, FormatError> {
        self.around.push(Rc::as_ptr(document));
        let number = self.number(document);
        let mut root = None;
        for (start, bytes) in document.nodes() {
            if !self.count(bytes)? {
                break;
            }
            let section = document.section(start);
            let own_name: Rc<str> = section.head_text("name").unwrap_or_default().into();
            let (parent, name) = match (root, slot) {
                (None, Some(slot)) => (slot.parent, slot.name.clone()),
                (None, None) => (None, own_name),
                (Some(root), _) => {
                    let path = section.head_text("parent");
                    match self.tree.find(root, path.as_deref().unwrap_or(".")) {
                        Ok(parent) => (Some(parent), own_name),
                        Err(last) => {
                            let is_new = ["type", "instance"].map(|key| section.head(key));
                            self.lost(last, &own_name, is_new.iter().any(Option::is_some));
                            continue;
                        }
                    }
                }
            };
            let instance = section.head("instance");
            let instance = instance.or_else(|| section.head("instance_placeholder"));
            let node = if let Some(instance) = instance {
                let name = &name;
                self.instance(document, &instance, &Slot { parent, name })?
            } else if root.is_none() || section.head("type").is_some() {
                self.tree.add(parent, &name)
            } else {
                let known = parent.and_then(|parent| self.tree.child(parent, &name));
                match (known, parent) {
                    (Some(known), _) => known,
                    (None, parent) => {
                        self.lost(parent.unwrap_or_default(), &name, false);
                        continue;
                    }
                }
            };
            self.tree.add_layer(node, number, start);
            root.get_or_insert(node);
        }
        self.around.pop();
        Ok(root)
    }

    fn number(&mut self, document: &Rc<Document>) -> u32 {
        let next = self.tree.documents.len() as u32;
        let number = *self.numbers.entry(Rc::as_ptr(document)).or_insert(next);
        if number == next {
            self.tree.documents.push(document.clone());
        }
        number
    }

    /// Adds the nodes of an instanced scene. If it cannot be read, there is a node without what is
    /// in it.
    fn instance(
        &mut self,
        by: &Rc<Document>,
        reference: &Variant,
        slot: &Slot<'_>,
    ) -> Result<u32, FormatError> {
        let why = match self.documents.instanced(by, reference) {
            Ok(inner) if self.around.contains(&Rc::as_ptr(&inner)) => {
                "it contains itself".to_owned()
            }
            Ok(_) if self.around.len() > MAX_DEPTH => "scenes are nested too deeply".to_owned(),
            Ok(inner) => match self.scene(&inner, Some(slot))? {
                Some(root) => {
                    let number = self.number(&inner);
                    self.tree.instances.insert(root, number);
                    return Ok(root);
                }
                None if self.instanced_left == 0 => String::new(),
                None => format!("{} has no nodes", inner.name),
            },
            Err(why) => why,
        };
        let node = self.tree.add(slot.parent, slot.name);
        self.unread.insert(node);
        if !why.is_empty() {
            let what = format!("the scene instanced at {:?}", self.tree.shown(node));
            self.omissions.add(what, why);
        }
        Ok(node)
    }

    /// Lists a node that has no place in the tree below `last`, unless that is because a scene was
    /// not read.
    fn lost(&mut self, last: u32, name: &str, is_new: bool) {
        let mut around = std::iter::successors(Some(last), |&node| self.tree.parent(node));
        let is_unread = around.any(|node| self.unread.contains(&node));
        let what = format!("the node {name:?} below {:?}", self.tree.shown(last));
        match (is_unread, is_new) {
            // The scene is listed.
            (true, false) => {}
            (true, true) => self
                .omissions
                .add(what, "the scene that has its parent was not read"),
            (false, true) => self
                .omissions
                .add(what, "the scene does not have its parent"),
            (false, false) => self
                .omissions
                .add(what, "the scene that it comes from has no such node"),
        }
    }
}
