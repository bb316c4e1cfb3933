//! The rows of the outliner: groups with their contents first, then ungrouped items by kind.

use std::collections::{BTreeMap, BTreeSet};
use steerwright_authoring::outline;
use steerwright_authoring::outline::grouping;
use steerwright_authoring::outline::{Entry, Flag};
use steerwright_authoring::{Item, Line};
use steerwright_runtime::scene::{GroupId, Scene};

/// The kinds of items, in the order in which they are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Patrol paths.
    Path,
    /// Walls and doors.
    Wall,
    /// Agents.
    Agent,
    /// Targets and dangers.
    Marker,
    /// Spawners.
    Spawner,
    /// Contact rules.
    Contact,
    /// Areas that must be watched in some way.
    Area,
    /// Pictures underneath the scene.
    Picture,
    /// Presets.
    Preset,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 9] = [
        Self::Path,
        Self::Wall,
        Self::Agent,
        Self::Marker,
        Self::Spawner,
        Self::Contact,
        Self::Area,
        Self::Picture,
        Self::Preset,
    ];

    /// The heading of the kind.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Path => "Paths",
            Self::Wall => "Walls",
            Self::Agent => "Agents",
            Self::Marker => "Markers",
            Self::Spawner => "Spawners",
            Self::Contact => "Contacts",
            Self::Area => "Areas",
            Self::Picture => "Pictures",
            Self::Preset => "Presets",
        }
    }

    /// The kind of an item.
    pub fn of(item: Item) -> Self {
        match item {
            Item::Path(_) | Item::Node(Line::Path(_), _) => Self::Path,
            Item::Wall(_) | Item::Node(Line::Wall(_), _) => Self::Wall,
            Item::Agent(_) => Self::Agent,
            Item::Marker(_) => Self::Marker,
            Item::Spawner(_) => Self::Spawner,
            Item::Contact(_) => Self::Contact,
            Item::Area(_) | Item::Node(Line::Area(_), _) => Self::Area,
            Item::Picture(_) => Self::Picture,
            Item::Preset(_) => Self::Preset,
        }
    }
}

/// The heading of a kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeadingRow {
    /// The kind.
    pub kind: Kind,
    /// The number of listed items.
    pub count: usize,
}

/// A row of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupRow {
    /// The group.
    pub id: GroupId,
    /// The number of items in it.
    pub count: usize,
    /// Its nesting depth.
    pub depth: usize,
}

/// A row of the list. All rows have the same height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OutlinerRow {
    /// The heading of a kind.
    Heading(HeadingRow),
    /// A hint on how to add the first item of a kind, while there are none of any.
    Empty(Kind),
    /// A group.
    Group(GroupRow),
    /// An item with its nesting depth.
    Item(Item, usize),
}

impl OutlinerRow {
    /// What it shows, unless it is a heading or a hint.
    pub fn entry(self) -> Option<Entry> {
        match self {
            Self::Group(group) => Some(Entry::Group(group.id)),
            Self::Item(item, _) => Some(Entry::Item(item)),
            Self::Heading(_) | Self::Empty(_) => None,
        }
    }
}

/// A filter of the list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Lists only items that contain all these words in their name or the name of a group around
    /// them.
    pub words: String,
    /// Kinds that are not listed.
    pub without: BTreeSet<Kind>,
    /// Lists only items that are hidden or locked, directly or through a group.
    pub only_hidden_or_locked: bool,
}

impl Filter {
    /// Whether the filter lists everything.
    pub fn is_off(&self) -> bool {
        self.words.trim().is_empty() && self.without.is_empty() && !self.only_hidden_or_locked
    }
}

/// Folded groups and kinds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Folded {
    /// Folded groups.
    pub groups: BTreeSet<GroupId>,
    /// Folded kinds.
    pub kinds: BTreeSet<Kind>,
}

/// The contents of a group.
#[derive(Clone, Default)]
struct GroupContents {
    /// The indices of direct child groups.
    groups: Vec<usize>,
    /// The direct members that match the filter.
    matching: Vec<Item>,
    /// The number of matching items, including nested groups.
    all_matching: usize,
    /// The number of all items, including nested groups.
    all: usize,
}

/// What to list next.
enum Step {
    Group(usize, usize),
    Items(usize, usize),
}

/// All rows to draw. A filter unfolds what it matches.
pub fn rows(scene: &Scene, filter: &Filter, folded: &Folded) -> Vec<OutlinerRow> {
    let words: Vec<String> = filter
        .words
        .to_lowercase()
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let has_words = |name: &str| {
        words.is_empty() || words.iter().all(|word| name.to_lowercase().contains(word))
    };
    let unfolds = !filter.is_off();
    let index: BTreeMap<GroupId, usize> = scene
        .editor
        .groups
        .iter()
        .enumerate()
        .map(|(i, group)| (group.id, i))
        .collect();
    // For each group, its chain of groups from the inside out, and whether any of them matches the
    // words.
    let group_chains: Vec<(Vec<usize>, bool)> = scene
        .editor
        .groups
        .iter()
        .map(|group| {
            let chain: Vec<_> = scene.editor.groups_around(Some(group.id)).collect();
            let name_matches = chain.iter().any(|group| has_words(&group.name));
            (
                chain
                    .iter()
                    .filter_map(|group| index.get(&group.id).copied())
                    .collect(),
                name_matches,
            )
        })
        .collect();
    let mut contents = vec![GroupContents::default(); scene.editor.groups.len()];
    let mut outermost = Vec::new();
    for (i, (chain, _)) in group_chains.iter().enumerate() {
        match chain.get(1) {
            Some(&parent) => contents[parent].groups.push(i),
            None => outermost.push(i),
        }
    }
    // Distribute the items to their groups, or to the ungrouped ones, in one pass.
    let mut ungrouped: [Vec<Item>; Kind::ALL.len()] = Default::default();
    let mut counts = [0; Kind::ALL.len()];
    for (item, name) in items_of(scene) {
        counts[Kind::of(item) as usize] += 1;
        let props = outline::props_of(scene, item).unwrap_or_default();
        let group = props.group.and_then(|id| index.get(&id).copied());
        let name_matches = has_words(name) || group.is_some_and(|group| group_chains[group].1);
        let matches = name_matches
            && !filter.without.contains(&Kind::of(item))
            && (!filter.only_hidden_or_locked || !outline::is_editable(scene, item));
        for &outer in group.iter().flat_map(|&group| &group_chains[group].0) {
            contents[outer].all += 1;
            contents[outer].all_matching += usize::from(matches);
        }
        match group {
            _ if !matches => {}
            Some(group) => contents[group].matching.push(item),
            None => ungrouped[Kind::of(item) as usize].push(item),
        }
    }
    // In groups too, items are listed kind by kind.
    for group in &mut contents {
        group.matching.sort_by_key(|item| Kind::of(*item));
    }
    let mut rows = Vec::new();
    let mut next: Vec<Step> = outermost
        .into_iter()
        .rev()
        .map(|group| Step::Group(group, 0))
        .collect();
    while let Some(step) = next.pop() {
        match step {
            Step::Group(i, _) if unfolds && contents[i].all_matching == 0 => {}
            Step::Group(i, depth) => {
                let id = scene.editor.groups[i].id;
                rows.push(OutlinerRow::Group(GroupRow {
                    id,
                    count: contents[i].all,
                    depth,
                }));
                if unfolds || !folded.groups.contains(&id) {
                    next.push(Step::Items(i, depth + 1));
                    next.extend(
                        contents[i]
                            .groups
                            .iter()
                            .rev()
                            .map(|&inner| Step::Group(inner, depth + 1)),
                    );
                }
            }
            Step::Items(i, depth) => rows.extend(
                contents[i]
                    .matching
                    .iter()
                    .map(|&item| OutlinerRow::Item(item, depth)),
            ),
        }
    }
    // Once the scene has anything, kinds without items take one row each, after those that have
    // some.
    let is_empty = |kind: &Kind| counts[*kind as usize] == 0;
    let has_items = !Kind::ALL.iter().all(is_empty);
    let (empty, filled): (Vec<Kind>, Vec<Kind>) = Kind::ALL
        .into_iter()
        .partition(|kind| has_items && is_empty(kind));
    for kind in filled.into_iter().chain(empty) {
        let items = &ungrouped[kind as usize];
        if filter.without.contains(&kind) {
            continue;
        }
        if unfolds {
            // Only matching items.
            let count = items.len();
            let heading = OutlinerRow::Heading(HeadingRow { kind, count });
            rows.extend((!items.is_empty()).then_some(heading));
        } else {
            let count = counts[kind as usize];
            rows.push(OutlinerRow::Heading(HeadingRow { kind, count }));
            if folded.kinds.contains(&kind) {
                continue;
            }
            rows.extend((!has_items).then_some(OutlinerRow::Empty(kind)));
        }
        rows.extend(items.iter().map(|&item| OutlinerRow::Item(item, 0)));
    }
    rows
}

/// All items with their names, in the order of the scene.
fn items_of(scene: &Scene) -> impl Iterator<Item = (Item, &str)> {
    let lines = Line::all(scene).map(|line| (line.line().into(), line.name()));
    let agents = scene.agents.iter();
    let agents = agents.map(|agent| (Item::Agent(agent.id), agent.name.as_str()));
    let markers = scene.markers.iter();
    let markers = markers.map(|marker| (Item::Marker(marker.id), marker.name.as_str()));
    let spawners = scene.spawners.iter();
    let spawners = spawners.map(|spawner| (Item::Spawner(spawner.id), spawner.name.as_str()));
    let contacts = scene.contacts.iter();
    let contacts = contacts.map(|rule| (Item::Contact(rule.id), rule.name.as_str()));
    let pictures = scene.editor.pictures.iter();
    let pictures = pictures.map(|picture| (Item::Picture(picture.id), picture.name.as_str()));
    let presets = scene.presets.iter();
    let presets = presets.map(|preset| (Item::Preset(preset.id), preset.name.as_str()));
    (lines.chain(agents).chain(markers).chain(spawners))
        .chain(contacts)
        .chain(pictures)
        .chain(presets)
}

/// Whether a row inherits a flag from a group.
pub fn inherits(scene: &Scene, entry: Entry, flag: Flag) -> bool {
    scene
        .editor
        .groups_around(grouping::parent_of(scene, entry))
        .any(|group| outline::flag(scene, Entry::Group(group.id), flag))
}
