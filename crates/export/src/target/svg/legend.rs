//! The legend.

use super::actors;
use super::shape::{self, INK, MUTED, path_color};
use glam::DVec2;
use steerwright_format::export_file::PathLine;
use steerwright_runtime::scene::{MarkerKind, Scene};
use steerwright_runtime::steering::follow_path::Traversal;
use svg::node::element::Group;

const WIDTH: f64 = 250.0;
const ROW: f64 = 22.0;
/// Longer lists are truncated.
const MAX_ROWS: usize = 24;
/// Longer names are truncated.
const NAME_CHARS: usize = 30;

/// The legend with its top left corner at `corner`, and its size.
pub fn legend(scene: &Scene, lines: &[PathLine], corner: DVec2) -> (Group, DVec2) {
    let mut legend = Legend {
        group: Group::new(),
        at: corner,
    };
    if !scene.paths.is_empty() {
        legend.heading("Paths");
        for (i, (path, line)) in scene.paths.iter().zip(lines).enumerate().take(MAX_ROWS) {
            let at = legend.at + DVec2::new(0.0, 8.0);
            let swatch = shape::polyline([at, at + DVec2::new(18.0, 0.0)])
                .set("stroke", path_color(i))
                .set("stroke-width", 3);
            let traversal = match path.traversal {
                Traversal::Once => "once",
                Traversal::Loop => "loop",
                Traversal::PingPong => "ping-pong",
            };
            let note = format!(
                "{traversal}, {:.1} {}",
                line.polyline.length(),
                shape::cut(&scene.unit, 12)
            );
            legend.row(Group::new().add(swatch), &path.name, &note);
        }
        legend.omitted(scene.paths.len());
    }
    if !scene.presets.is_empty() {
        legend.heading("Agents");
        for preset in scene.presets.iter().take(MAX_ROWS) {
            let dot = shape::circle(legend.at + DVec2::new(9.0, 8.0), 6.0)
                .set("fill", preset.color.to_string())
                .set("stroke", INK);
            let count = scene
                .agents
                .iter()
                .filter(|agent| agent.preset == preset.id)
                .count();
            let note = if count == 1 {
                "1 agent".into()
            } else {
                format!("{count} agents")
            };
            legend.row(Group::new().add(dot), &preset.name, &note);
        }
        legend.omitted(scene.presets.len());
    }
    let kinds = [
        (MarkerKind::Target, "Target"),
        (MarkerKind::Danger, "Danger"),
    ];
    let used = kinds
        .into_iter()
        .filter(|(kind, _)| scene.markers.iter().any(|marker| marker.kind == *kind))
        .collect::<Vec<_>>();
    if !used.is_empty() || !scene.cells.blocked.is_empty() {
        legend.heading("Symbols");
    }
    for (kind, name) in used {
        let symbol = actors::symbol(kind, legend.at + DVec2::new(9.0, 8.0));
        legend.row(symbol, name, "");
    }
    if !scene.cells.blocked.is_empty() {
        let at = legend.at + DVec2::new(2.0, 1.0);
        let corners = [
            at,
            at + DVec2::new(14.0, 0.0),
            at + DVec2::splat(14.0),
            at + DVec2::new(0.0, 14.0),
        ];
        let cell = shape::polygon(corners)
            .set("fill", "#d4d9de")
            .set("stroke", "#aab3bb");
        legend.row(Group::new().add(cell), "Blocked cell", "");
    }
    let height = legend.at.y - corner.y;
    (legend.group, DVec2::new(WIDTH, height))
}

struct Legend {
    group: Group,
    /// The position of the next row.
    at: DVec2,
}

impl Legend {
    fn add(&mut self, node: impl Into<Box<dyn svg::Node>>) {
        svg::Node::append(&mut self.group, node);
    }

    fn heading(&mut self, text: &str) {
        self.add(
            shape::label(self.at + DVec2::new(0.0, 14.0), 12.0, MUTED, text)
                .set("font-weight", 600),
        );
        self.at.y += ROW + 4.0;
    }

    fn row(&mut self, swatch: Group, name: &str, note: &str) {
        let name = shape::cut(name, NAME_CHARS);
        let name = if name.is_empty() {
            "(no name)".into()
        } else {
            name
        };
        self.add(swatch);
        self.add(shape::label(
            self.at + DVec2::new(28.0, 12.0),
            13.0,
            INK,
            &name,
        ));
        if note.is_empty() {
            self.at.y += ROW;
        } else {
            self.add(shape::label(
                self.at + DVec2::new(28.0, 26.0),
                11.0,
                MUTED,
                note,
            ));
            self.at.y += ROW + 14.0;
        }
    }

    /// Shows how many of `count` items were omitted.
    fn omitted(&mut self, count: usize) {
        if count > MAX_ROWS {
            let text = format!("and {} more", count - MAX_ROWS);
            self.add(shape::label(
                self.at + DVec2::new(28.0, 12.0),
                11.0,
                MUTED,
                &text,
            ));
            self.at.y += ROW;
        }
        self.at.y += 6.0;
    }
}
