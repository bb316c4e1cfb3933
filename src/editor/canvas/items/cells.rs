//! The cells of the grid chase: blocked cells, and grid lines while cells are being painted.

use crate::editor::canvas::screen::Screen;
use crate::editor::theme;
use egui::{Mesh, Painter, Rect, Shape, Stroke};
use glam::DVec2;
use steerwright_authoring::bounds::Bounds;
use steerwright_authoring::tool::Tool;
use steerwright_authoring::tool::place::Placeable;
use steerwright_runtime::scene::Scene;

/// Draws the blocked cells, and the lines between cells while the tool paints cells.
pub fn draw(painter: &Painter, screen: &Screen, scene: &Scene, tool: &Tool) {
    let colors = theme::colors(painter.ctx());
    let painting = matches!(tool, Tool::Place(place) if place.what == Placeable::Cells);
    if scene.cells.blocked.is_empty() && !painting {
        return;
    }
    let grid = scene.cells.grid();
    let size = grid.size();
    if painting && screen.points(size) > 6.0 {
        draw_lines(painter, screen, size);
    }
    // One mesh is much faster than a shape for each cell.
    let mut mesh = Mesh::default();
    for &cell in &scene.cells.blocked {
        let rect = cell_rect(screen, grid.center(cell), size).shrink(0.5);
        if rect.intersects(screen.rect) {
            mesh.add_colored_rect(rect, colors.outline);
            mesh.add_colored_rect(rect.shrink((rect.width() * 0.08).min(3.0)), colors.widget);
        }
    }
    painter.add(Shape::mesh(mesh));
}

fn draw_lines(painter: &Painter, screen: &Screen, size: f64) {
    let Bounds { min, max } = screen.bounds();
    let stroke = Stroke::new(1.0, theme::colors(painter.ctx()).grid_major);
    let (mut column, mut row) = ((min.x / size).ceil(), (min.y / size).ceil());
    while column * size <= max.x {
        painter.vline(
            screen.pos(DVec2::new(column * size, 0.0)).x,
            screen.rect.y_range(),
            stroke,
        );
        column += 1.0;
    }
    while row * size <= max.y {
        painter.hline(
            screen.rect.x_range(),
            screen.pos(DVec2::new(0.0, row * size)).y,
            stroke,
        );
        row += 1.0;
    }
}

/// The rectangle of a cell on the screen.
pub fn cell_rect(screen: &Screen, center: DVec2, size: f64) -> Rect {
    let half = DVec2::splat(size / 2.0);
    Rect::from_two_pos(screen.pos(center - half), screen.pos(center + half))
}
