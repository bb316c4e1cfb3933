//! What the outliner lists, line by line: groups first, then what is in none, by kind.

use crate::authoring::Item;
use crate::authoring::outline::{self, Entry, Flag};
use crate::scene::{GroupId, Outline, Scene};
use std::collections::BTreeSet;

/// The kinds of things, in the order they are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Patrol paths.
    Path,
    /// Agents.
    Agent,
    /// Targets and dangers.
    Marker,
    /// Presets.
    Preset,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Path, Self::Agent, Self::Marker, Self::Preset];

    /// The heading above them.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Path => "Paths",
            Self::Agent => "Agents",
            Self::Marker => "Markers",
            Self::Preset => "Presets",
        }
    }

    /// The kind of a thing.
    pub fn of(item: Item) -> Self {
        match item {
            Item::Path(_) | Item::Node(..) => Self::Path,
            Item::Agent(_) => Self::Agent,
            Item::Marker(_) => Self::Marker,
            Item::Preset(_) => Self::Preset,
        }
    }
}

/// One line of the list; all are of one height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Line {
    /// The heading of a kind, with how many there are.
    Heading(Kind, usize),
    /// Says how to make the first of a kind.
    Empty(Kind),
    /// A group, with how many are in it.
    Group(GroupId, usize),
    /// A thing, inside a group or not.
    Item(Item, bool),
}

impl Line {
    /// What has this line.
    pub fn entry(self) -> Option<Entry> {
        match self {
            Self::Group(id, _) => Some(Entry::Group(id)),
            Self::Item(item, _) => Some(Entry::Item(item)),
            Self::Heading(..) | Self::Empty(_) => None,
        }
    }
}

/// What is to be listed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Only what has all these words in its name, or is in a group that has.
    pub words: String,
    /// Kinds that are not listed.
    pub without: BTreeSet<Kind>,
    /// Only what is hidden or locked, by itself or with its group.
    pub only_out_of_reach: bool,
}

impl Filter {
    /// Whether it lets everything through.
    pub fn is_off(&self) -> bool {
        self.words.trim().is_empty() && self.without.is_empty() && !self.only_out_of_reach
    }
}

/// What is folded away.
#[derive(Clone, Debug, Default)]
pub struct Folded {
    /// Groups.
    pub groups: BTreeSet<GroupId>,
    /// Kinds.
    pub kinds: BTreeSet<Kind>,
}

/// Every line there is to draw. A filter unfolds what it finds.
pub fn lines(scene: &Scene, filter: &Filter, folded: &Folded) -> Vec<Line> {
    let words: Vec<String> = filter.words.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let has_words = |name: &str| words.is_empty() || words.iter().all(|word| name.to_lowercase().contains(word));
    let group_has_words: Vec<bool> = scene.groups.iter().map(|group| has_words(&group.name)).collect();
    let unfolds = !filter.is_off();
    // Into its group, or among those of no group, in one walk over the scene.
    let mut grouped: Vec<(usize, Vec<Item>)> = vec![(0, Vec::new()); scene.groups.len()];
    let mut free: [Vec<Item>; 4] = Default::default();
    let paths = scene.paths.iter().map(|path| (Item::Path(path.id), path.outline, path.name.as_str()));
    let agents = scene.agents.iter().map(|agent| (Item::Agent(agent.id), agent.outline, agent.name.as_str()));
    let markers = scene.markers.iter().map(|marker| (Item::Marker(marker.id), marker.outline, marker.name.as_str()));
    let presets = scene.presets.iter().map(|preset| (Item::Preset(preset.id), Outline::default(), preset.name.as_str()));
    for (item, place, name) in paths.chain(agents).chain(markers).chain(presets) {
        let group = place.group.and_then(|id| scene.groups.iter().position(|group| group.id == id));
        if let Some(group) = group {
            grouped[group].0 += 1;
        }
        let named = has_words(name) || group.is_some_and(|group| group_has_words[group]);
        let wanted = !filter.without.contains(&Kind::of(item)) && (!filter.only_out_of_reach || place.is_out_of_reach(scene));
        match group {
            _ if !(named && wanted) => {}
            Some(group) => grouped[group].1.push(item),
            None => free[Kind::of(item) as usize].push(item),
        }
    }
    let mut lines = Vec::new();
    for (group, (count, found)) in scene.groups.iter().zip(&grouped) {
        if unfolds && found.is_empty() {
            continue;
        }
        lines.push(Line::Group(group.id, *count));
        if unfolds || !folded.groups.contains(&group.id) {
            lines.extend(found.iter().map(|&item| Line::Item(item, true)));
        }
    }
    for (kind, items) in Kind::ALL.into_iter().zip(&free) {
        if filter.without.contains(&kind) {
            continue;
        }
        let all = count(scene, kind);
        lines.push(Line::Heading(kind, all));
        if folded.kinds.contains(&kind) && !unfolds {
            continue;
        }
        if all == 0 {
            lines.push(Line::Empty(kind));
        }
        lines.extend(items.iter().map(|&item| Line::Item(item, false)));
    }
    lines
}

fn count(scene: &Scene, kind: Kind) -> usize {
    match kind {
        Kind::Path => scene.paths.len(),
        Kind::Agent => scene.agents.len(),
        Kind::Marker => scene.markers.len(),
        Kind::Preset => scene.presets.len(),
    }
}

/// Whether a line has a flag by its group alone.
pub fn inherits(scene: &Scene, item: Item, flag: Flag) -> bool {
    let group = outline::place_of(scene, item).and_then(|place| place.group);
    group.is_some_and(|group| outline::flag(scene, Entry::Group(group), flag))
}
