//! Finds entries of the command palette by their names and descriptions.

use crate::editor::keyboard::key_map::KeyMap;
use crate::editor::palette::Entry;
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use steerwright_authoring::Command;
use steerwright_authoring::command::{
    OutlinerCommand, PathCommand, PictureCommand, ToolCommand, WindowCommand,
};

/// How an entry matches, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    /// It is its name.
    Exact,
    /// Its name contains all words.
    Name,
    /// Its name and other words for it contain all words.
    OtherName,
    /// Its name, kind, shortcuts or tooltip contain all words.
    Description,
    /// Its name contains the letters in order.
    Letters,
}

/// The indexes of the entries that match a text, best first. All entries if the text is empty:
/// recent commands first, disabled ones last.
pub(super) fn matching(
    query: &str,
    entries: &[Entry],
    recent: &[Command],
    keys: &KeyMap,
    enabled: &dyn Fn(Command) -> bool,
) -> Vec<usize> {
    let query = query.to_lowercase();
    let words: Vec<&str> = query.split_whitespace().collect();
    let is_disabled = |entry: &Entry| entry.command().is_some_and(|command| !enabled(command));
    if words.is_empty() {
        let mut all: Vec<usize> = (0..entries.len()).collect();
        all.sort_by_key(|&index| {
            let entry = &entries[index];
            let command = entry.command();
            let place = recent.iter().position(|known| Some(*known) == command);
            (is_disabled(entry), place.unwrap_or(recent.len()))
        });
        return all;
    }
    let has_words = |text: &str| words.iter().all(|word| text.contains(word));
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = Pattern::parse(&query, CaseMatching::Ignore, Normalization::Smart);
    let mut letters = Vec::new();
    let mut found: Vec<(Match, bool, bool, u32, usize)> = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let name = entry.name.to_lowercase();
        let described = || {
            let keys = entry
                .command()
                .map_or(String::new(), |command| keys.texts(command));
            format!("{name} {keys} {} {}", entry.kind, entry.tooltip).to_lowercase()
        };
        let others = entry.command().map_or("", other_words);
        let score = pattern.score(Utf32Str::new(&name, &mut letters), &mut matcher);
        let kind = if name == query.trim() {
            Match::Exact
        } else if has_words(&name) {
            Match::Name
        } else if has_words(&format!("{name} {others}")) {
            Match::OtherName
        } else if has_words(&described()) {
            Match::Description
        } else if score.is_some() {
            Match::Letters
        } else {
            continue;
        };
        let replaces = entry.replaces_the_scene();
        found.push((
            kind,
            is_disabled(entry),
            replaces,
            u32::MAX - score.unwrap_or(0),
            index,
        ));
    }
    // Among equal matches, list enabled commands first, and what replaces the scene last.
    found.sort();
    found.into_iter().map(|(.., index)| index).collect()
}

/// Words for a command that adds something, which are in neither its name nor its tooltip.
fn other_words(command: Command) -> &'static str {
    match command {
        Command::Tool(ToolCommand::PenTool | ToolCommand::FreehandTool) => {
            "new add create draw path route patrol"
        }
        Command::Tool(ToolCommand::WallTool | ToolCommand::WallRectangleTool) => {
            "new add create wall obstacle"
        }
        Command::Tool(ToolCommand::AreaTool | ToolCommand::AreaRectangleTool) => {
            "new add create area zone"
        }
        Command::Tool(ToolCommand::AgentTool) => "new add create agent character preset",
        Command::Tool(ToolCommand::TargetTool) => "new add create target marker",
        Command::Tool(ToolCommand::DangerTool) => "new add create danger marker",
        Command::Tool(ToolCommand::SpawnerTool) => "new add create spawner",
        Command::Tool(ToolCommand::CellTool) => "new add create cells obstacle",
        Command::Path(PathCommand::InsertNode) => "new add create node",
        Command::Path(PathCommand::AddAgentOnPath)
        | Command::Outliner(OutlinerCommand::AddContact)
        | Command::Picture(PictureCommand::AddPicture) => "new create",
        Command::Outliner(OutlinerCommand::NewPreset) => "add create",
        Command::Window(WindowCommand::DeclareProperty) => "new add create",
        _ => "",
    }
}
