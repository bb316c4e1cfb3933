//! Where agents go on from a node: the next one of its path, or one of several.

use crate::editor::inspector::field::{self, Changed};
use crate::editor::inspector::node_script::{Place, add_label, branch, hint_ui};
use crate::editor::theme;
use egui::{ProgressBar, Ui};
use egui_material_icons::icons;
use steerwright_runtime::parameter;
use steerwright_runtime::scene::{Choose, NextNode, Node, NodeId, PathId, Scene};

/// The room of the button beside a bar, in points. With less, the panel would grow.
const BUTTON: f32 = 48.0;
/// The most nodes to which a node leads.
const MOST: usize = 32;

/// Draws where agents go on.
pub(super) fn next_ui(ui: &mut Ui, place: &Place<'_>, node: &mut Node) -> Changed {
    let &Place {
        scene,
        path,
        id,
        branches,
    } = place;
    let mut script = node.script.as_deref().cloned().unwrap_or_default();
    let mut changed: Changed = None;
    if script.next.is_empty() {
        hint_ui(
            ui,
            "The next node of the path. Add choices to make it a junction, also to other paths.",
        );
    } else {
        let options = [
            (Choose::Random, "At random", "Chooses by weight."),
            (Choose::InTurn, "In turn", "Takes one after the other."),
        ];
        let help = "How an agent chooses.";
        changed = field::choice_ui(ui, "Choose", help, &mut script.choose, &options);
        let help = "Does not go back to the node it came from, unless there is no other way.";
        let toggled = field::row_ui(ui, "Not back", help, |ui, id| {
            let checkbox = theme::checkbox_ui(ui, &mut script.not_back, "");
            checkbox.labelled_by(id).changed()
        });
        changed = changed.or(toggled.then(|| "Set not back".into()));
    }
    let total: u64 = script.next.iter().map(|next| u64::from(next.weight)).sum();
    let count = script.next.len();
    let by_weight = script.choose == Choose::Random;
    let mut removed = None;
    for (index, next) in script.next.iter_mut().enumerate() {
        ui.push_id(("next", index), |ui| {
            ui.separator();
            changed = changed.take().or(destination_ui(ui, scene, next));
            if by_weight {
                let mut weight = f64::from(next.weight);
                let help = "How often it is chosen in relation to the others.";
                let range = field::range_of(parameter::NEXT, "weight");
                let set = field::count_ui(ui, "Weight", help, &mut weight, range);
                // `as` saturates.
                next.weight = weight.round().clamp(range.0, range.1) as u32;
                changed = changed.take().or(set);
            }
            ui.horizontal(|ui| {
                let share = if by_weight {
                    f64::from(next.weight) / total.max(1) as f64
                } else {
                    1.0 / count as f64
                };
                // Without the way back, the others are chosen more often.
                let of = if script.not_back {
                    "by weight"
                } else {
                    "of the choices"
                };
                let bar = ProgressBar::new(share as f32)
                    .desired_width(ui.available_width() - BUTTON)
                    .text(format!("{:.1} % {of}", share * 100.0));
                let help =
                    "How often an agent that leaves this node takes this choice, without Not back.";
                ui.add(bar).on_hover_text(help);
                let label = format!("Remove choice {}", index + 1);
                if theme::icon_button(ui, icons::ICON_CLOSE, &label, "", "", false).clicked() {
                    removed = Some(index);
                }
            });
            branch::share_ui(ui, branches, (path, id), (next.path, next.node));
        });
    }
    if count > 1 {
        ui.separator();
        branch::summary_ui(ui, scene, branches, (path, id));
    }
    if let Some(index) = removed {
        script.next.remove(index);
        changed = Some("Remove choice".into());
    }
    if script.next.len() < MOST {
        ui.menu_button(add_label("Add choice"), |ui| {
            for other in &scene.paths {
                let Some(first) = first_of(scene, other.id, path, id) else {
                    continue;
                };
                if ui.button(&other.name).clicked() {
                    script.next.push(NextNode {
                        path: other.id,
                        node: first,
                        weight: 1,
                    });
                    changed = Some("Add choice".into());
                    ui.close();
                }
            }
        });
    }
    if changed.is_some() {
        node.set_script(script);
    }
    changed
}

/// The node that a new choice of a path leads to: the one after this node on its own path, the
/// nearest one on another.
fn first_of(scene: &Scene, path: PathId, current: PathId, id: NodeId) -> Option<NodeId> {
    let nodes = &scene.path(path)?.nodes;
    if path == current {
        let index = nodes.iter().position(|node| node.id == id)?;
        return nodes.get((index + 1) % nodes.len()).map(|node| node.id);
    }
    let from = scene.node(current, id)?.position;
    let distance = |node: &&Node| node.position.distance_squared(from);
    nodes
        .iter()
        .min_by(|a, b| distance(a).total_cmp(&distance(b)))
        .map(|node| node.id)
}

/// Draws the path and the node of a choice.
fn destination_ui(ui: &mut Ui, scene: &Scene, next: &mut NextNode) -> Changed {
    let paths: Vec<(PathId, &str, &str)> = (scene.paths.iter())
        .filter(|path| !path.nodes.is_empty())
        .map(|path| (path.id, path.name.as_str(), ""))
        .collect();
    let help = "The path on which the agent goes on.";
    let before = next.path;
    let chosen = field::choice_ui(ui, "Path", help, &mut next.path, &paths);
    let Some(path) = scene.path(next.path) else {
        return chosen;
    };
    if next.path != before
        && let Some(first) = path.nodes.first()
    {
        next.node = first.id;
    }
    let index = path.index_of(next.node).unwrap_or(0);
    let mut number = (index + 1) as f64;
    let help = "The number of the node, counted from 1.";
    let range = (1.0, path.nodes.len() as f64);
    let set = field::count_ui(ui, "Node", help, &mut number, range);
    if set.is_some()
        && let Some(node) = path.nodes.get(number as usize - 1)
    {
        next.node = node.id;
    }
    chosen.or(set)
}
