//! What the outliner lists, line by line: groups first, each with the groups in it before the things, then what is in none, by kind.

use std::collections::{BTreeMap, BTreeSet};
use steerwright_authoring::outline;
use steerwright_authoring::outline::{Entry, Flag};
use steerwright_authoring::{Item, grouping};
use steerwright_runtime::scene::outliner::groups_around;
use steerwright_runtime::scene::{GroupId, OutlinerProps, Scene};

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
    /// The heading of a kind, with how many there are, or were found.
    Heading(Kind, usize),
    /// Says how to make the first of a kind.
    Empty(Kind),
    /// A group: how many things are in it, and in how many groups it is.
    Group(GroupId, usize, usize),
    /// A thing, and in how many groups it is.
    Item(Item, usize),
}

impl Line {
    /// What has this line.
    pub fn entry(self) -> Option<Entry> {
        match self {
            Self::Group(id, ..) => Some(Entry::Group(id)),
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

/// What is in a group.
#[derive(Clone, Default)]
struct Inside {
    /// The groups just in it, by their index.
    groups: Vec<usize>,
    /// The things just in it that were asked for.
    found: Vec<Item>,
    /// How many of those are in it and in the groups within it.
    all_found: usize,
    /// How many things there are, asked for or not.
    all: usize,
}

/// What is listed of a group next.
enum Next {
    Group(usize, usize),
    Things(usize, usize),
}

/// Every line there is to draw. A filter unfolds what it finds.
pub fn lines(scene: &Scene, filter: &Filter, folded: &Folded) -> Vec<Line> {
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
        .groups
        .iter()
        .enumerate()
        .map(|(i, group)| (group.id, i))
        .collect();
    // Each group with those around it, from the inside, and whether any of these has the words.
    let around: Vec<(Vec<usize>, bool)> = scene
        .groups
        .iter()
        .map(|group| {
            let chain: Vec<_> = groups_around(scene, Some(group.id)).collect();
            let named = chain.iter().any(|group| has_words(&group.name));
            (
                chain
                    .iter()
                    .filter_map(|group| index.get(&group.id).copied())
                    .collect(),
                named,
            )
        })
        .collect();
    let mut inside = vec![Inside::default(); scene.groups.len()];
    let mut outermost = Vec::new();
    for (i, (chain, _)) in around.iter().enumerate() {
        match chain.get(1) {
            Some(&parent) => inside[parent].groups.push(i),
            None => outermost.push(i),
        }
    }
    // Into its group, or among those of no group, in one walk over the scene.
    let mut free: [Vec<Item>; 4] = Default::default();
    let paths = scene
        .paths
        .iter()
        .map(|path| (Item::Path(path.id), path.outline, path.name.as_str()));
    let agents = scene
        .agents
        .iter()
        .map(|agent| (Item::Agent(agent.id), agent.outline, agent.name.as_str()));
    let markers = scene.markers.iter().map(|marker| {
        (
            Item::Marker(marker.id),
            marker.outline,
            marker.name.as_str(),
        )
    });
    let presets = scene.presets.iter().map(|preset| {
        (
            Item::Preset(preset.id),
            OutlinerProps::default(),
            preset.name.as_str(),
        )
    });
    for (item, place, name) in paths.chain(agents).chain(markers).chain(presets) {
        let group = place.group.and_then(|id| index.get(&id).copied());
        let named = has_words(name) || group.is_some_and(|group| around[group].1);
        let wanted = named
            && !filter.without.contains(&Kind::of(item))
            && (!filter.only_out_of_reach || place.is_out_of_reach(scene));
        for &outer in group.iter().flat_map(|&group| &around[group].0) {
            inside[outer].all += 1;
            inside[outer].all_found += usize::from(wanted);
        }
        match group {
            _ if !wanted => {}
            Some(group) => inside[group].found.push(item),
            None => free[Kind::of(item) as usize].push(item),
        }
    }
    let mut lines = Vec::new();
    let mut next: Vec<Next> = outermost
        .into_iter()
        .rev()
        .map(|group| Next::Group(group, 0))
        .collect();
    while let Some(step) = next.pop() {
        match step {
            Next::Group(i, _) if unfolds && inside[i].all_found == 0 => {}
            Next::Group(i, depth) => {
                let id = scene.groups[i].id;
                lines.push(Line::Group(id, inside[i].all, depth));
                if unfolds || !folded.groups.contains(&id) {
                    next.push(Next::Things(i, depth + 1));
                    next.extend(
                        inside[i]
                            .groups
                            .iter()
                            .rev()
                            .map(|&inner| Next::Group(inner, depth + 1)),
                    );
                }
            }
            Next::Things(i, depth) => {
                lines.extend(inside[i].found.iter().map(|&item| Line::Item(item, depth)))
            }
        }
    }
    for (kind, items) in Kind::ALL.into_iter().zip(&free) {
        if filter.without.contains(&kind) {
            continue;
        }
        if unfolds {
            // Only what was found.
            lines.extend((!items.is_empty()).then_some(Line::Heading(kind, items.len())));
        } else {
            let all = count(scene, kind);
            lines.push(Line::Heading(kind, all));
            if folded.kinds.contains(&kind) {
                continue;
            }
            lines.extend((all == 0).then_some(Line::Empty(kind)));
        }
        lines.extend(items.iter().map(|&item| Line::Item(item, 0)));
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

/// Whether a row has a flag by a group around it.
pub fn inherits(scene: &Scene, entry: Entry, flag: Flag) -> bool {
    groups_around(scene, grouping::parent_of(scene, entry))
        .any(|group| outline::flag(scene, Entry::Group(group.id), flag))
}
