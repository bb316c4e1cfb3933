//! What the palette finds.

use crate::editor::palette::{Entry, PaletteChoice};
use egui_material_icons::icons;
use std::path::PathBuf;
use steerwright_authoring::command::WindowCommand;
use steerwright_authoring::{Command, Item, spawners};
use steerwright_runtime::scene::Scene;

/// All entries: commands, events of the game, samples by file name and title, recent files, and
/// items of the scene.
pub fn entries(samples: &[(String, String)], recent: &[PathBuf], scene: &Scene) -> Vec<Entry> {
    let commands = Command::all()
        .filter(|&command| command != Command::Window(WindowCommand::CommandPalette))
        .map(|command| Entry {
            choice: PaletteChoice::Command(command),
            name: command.label().to_owned(),
            kind: "",
            tooltip: command.tooltip().to_owned(),
            icon: icons::ICON_CHEVRON_RIGHT,
        });
    let samples = samples
        .iter()
        .enumerate()
        .map(|(index, (file, title))| Entry {
            choice: PaletteChoice::Sample(index),
            name: title.clone(),
            kind: "Sample",
            tooltip: format!("Opens the sample scene {file}."),
            icon: icons::ICON_SCHOOL,
        });
    let recent = recent.iter().map(|path| Entry {
        choice: PaletteChoice::Recent(path.clone()),
        name: path.file_name().map_or_else(
            || path.display().to_string(),
            |name| name.to_string_lossy().into_owned(),
        ),
        kind: "Recent file",
        tooltip: path.display().to_string(),
        icon: icons::ICON_HISTORY,
    });
    let item = |item, name: &str, kind, icon| Entry {
        choice: PaletteChoice::Item(item),
        name: name.to_owned(),
        kind,
        tooltip: "Selects the item and shows it.".into(),
        icon,
    };
    let paths = scene.paths.iter().map(|path| {
        item(
            Item::Path(path.id),
            &path.name,
            "Path",
            icons::ICON_TIMELINE,
        )
    });
    let walls = scene
        .walls
        .iter()
        .map(|wall| item(Item::Wall(wall.id), &wall.name, "Wall", icons::ICON_FENCE));
    let agents = scene.agents.iter().map(|agent| {
        item(
            Item::Agent(agent.id),
            &agent.name,
            "Agent",
            icons::ICON_NAVIGATION,
        )
    });
    let markers = scene.markers.iter().map(|marker| {
        item(
            Item::Marker(marker.id),
            &marker.name,
            "Marker",
            icons::ICON_MY_LOCATION,
        )
    });
    let areas = scene.editor.areas.iter().map(|area| {
        item(
            Item::Area(area.id),
            &area.name,
            "Area",
            icons::ICON_VISIBILITY,
        )
    });
    let pictures = scene.editor.pictures.iter().map(|picture| {
        item(
            Item::Picture(picture.id),
            &picture.name,
            "Picture",
            icons::ICON_IMAGE,
        )
    });
    let presets = scene.presets.iter().map(|preset| {
        item(
            Item::Preset(preset.id),
            &preset.name,
            "Preset",
            icons::ICON_TUNE,
        )
    });
    let spawners = scene.spawners.iter().map(|spawner| {
        item(
            Item::Spawner(spawner.id),
            &spawner.name,
            "Spawner",
            icons::ICON_GROUP_ADD,
        )
    });
    let contacts = scene.contacts.iter().map(|rule| {
        item(
            Item::Contact(rule.id),
            &rule.name,
            "Contact rule",
            icons::ICON_JOIN_INNER,
        )
    });
    let triggers = spawners::trigger_names(scene).into_iter();
    let triggers = triggers.map(|name| Entry {
        choice: PaletteChoice::Trigger(name.to_owned()),
        name: format!("Trigger {name}"),
        kind: "Event",
        tooltip: "Sends this event of the game to the simulation.".into(),
        icon: icons::ICON_BOLT,
    });
    let items = paths
        .chain(walls)
        .chain(agents)
        .chain(markers)
        .chain(spawners)
        .chain(contacts)
        .chain(areas)
        .chain(pictures)
        .chain(presets);
    let commands = commands.chain(triggers);
    commands.chain(samples).chain(recent).chain(items).collect()
}
