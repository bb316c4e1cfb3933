//! `NAME.svg`: a picture of the scene for design documents. Like the editor, it always shows y
//! pointing up.

mod actors;
mod data;
mod frame;
mod legend;
mod notes;
mod paths;
mod pictures;
mod shape;
mod view;

use crate::target::{KeptEditorData, Space, TargetGroup, TargetInfo};
use crate::{ExportError, OutputFile};
use data::Exported;
use glam::DVec2;
use shape::{INK, MUTED, PAPER, px};
use steerwright_format::export_file::{self, PathLine, PlacedScene};
use steerwright_runtime::scene::ExportOptions;
use svg::Document;
use svg::node::element::{Description, Rectangle, Title};
use view::{HEADER, MARGIN, View};

const FONT: &str = "Inter, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

pub(super) const INFO: TargetInfo = TargetInfo {
    id: "svg",
    label: "SVG picture",
    description: "A vector picture of the scene for design documents.",
    group: TargetGroup::Documents,
    space: Space::Flat,
    length_unit: "pixels",
    editor_data: KeptEditorData::Pictures,
    default_options: ExportOptions::AS_AUTHORED,
};

pub(super) fn files(placed: &PlacedScene, file_name: &str) -> Result<Vec<OutputFile>, ExportError> {
    Ok(vec![OutputFile::new(
        format!("{file_name}.svg"),
        picture(placed),
    )])
}

/// The SVG document.
fn picture(placed: &PlacedScene) -> String {
    let scene = &placed.scene;
    let exported = export_file::value(placed);
    let items = Exported::new(&exported);
    let lines: Vec<PathLine> = scene.paths.iter().map(|path| PathLine::of(path)).collect();
    let view = View::of(scene, &lines);
    let (legend, legend_size) = legend::legend(
        scene,
        &lines,
        DVec2::new(2.0 * MARGIN + view.size.x, HEADER),
    );
    let width = 3.0 * MARGIN + view.size.x + legend_size.x;
    let height = HEADER + view.size.y.max(legend_size.y) + MARGIN;

    let document = Document::new()
        .set("viewBox", (0, 0, px(width), px(height)))
        .set("width", px(width))
        .set("height", px(height))
        .set("font-family", FONT)
        .set("role", "img")
        .add(Title::new(shape::legal(&scene.name)))
        .add(Description::new().add(svg::node::Text::new(summary(placed))))
        .add(
            Rectangle::new()
                .set("width", "100%")
                .set("height", "100%")
                .set("fill", PAPER),
        )
        .add(
            shape::label(
                DVec2::new(MARGIN, 34.0),
                20.0,
                INK,
                &shape::cut(&scene.name, 80),
            )
            .set("font-weight", 600),
        )
        .add(shape::label(
            DVec2::new(MARGIN, 52.0),
            12.0,
            MUTED,
            &summary(placed),
        ))
        .add(frame::background(&view));
    let document = match exported.get("declared_properties") {
        Some(declared) => document.set("data-declared-properties", data::text(declared)),
        None => document,
    };
    let document = if scene.editor.pictures.is_empty() {
        document
    } else {
        document.add(pictures::pictures(placed, &view))
    };
    let document = document
        .add(frame::blocked_cells(scene, &view))
        .add(frame::walls(scene, &items, &view))
        .add(paths::paths(scene, &items, &lines, &view))
        .add(actors::markers(scene, &items, &view))
        .add(actors::agents(scene, &items, &view))
        .add(frame::scale_bar(&view, &scene.unit))
        .add(legend);
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{document}\n")
}

fn summary(placed: &PlacedScene) -> String {
    let scene = &placed.scene;
    let nodes: usize = scene.paths.iter().map(|path| path.nodes.len()).sum();
    let counted = |count: usize, one: &str| {
        if count == 1 {
            format!("1 {one}")
        } else {
            format!("{count} {one}s")
        }
    };
    [
        counted(scene.paths.len(), "path"),
        counted(nodes, "node"),
        counted(scene.agents.len(), "agent"),
    ]
    .join(", ")
}
