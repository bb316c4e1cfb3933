//! Thousands of agents, drawn as wedges with short trails: meshes that are kept until something
//! changes that they show.

use crate::editor::canvas::agents::scene::{AgentScene, ShownAgent};
use crate::editor::canvas::agents::shape::wedge;
use crate::editor::canvas::agents::trails;
use crate::editor::canvas::screen::Screen;
use crate::editor::canvas::shapes::crowd::{KeptMesh, push_polygon, push_ribbon};
use crate::editor::theme::Colors;
use egui::{Color32, Painter, Pos2};
use std::sync::Arc;
use steerwright_analysis::recording::Row;
use steerwright_authoring::{Item, Selection};
use steerwright_runtime::scene::{Color, Scene};

/// The number of segments of a trail, and the ticks between its points.
const SEGMENTS: u64 = 4;
const STRIDE: u64 = 24;
/// The side of a ghost at the shown tick, in points.
const GHOST: f32 = 4.0;
/// The number of shades of speed.
const SHADES: usize = 32;

/// The meshes of a crowd.
#[derive(Clone, Debug, Default)]
pub(crate) struct AgentCrowd {
    of: Option<Shown>,
    wedges: KeptMesh,
    trails: KeptMesh,
    ghosts: KeptMesh,
    /// The places of the agents that are drawn in full, in the row of the shown tick.
    in_full: Vec<usize>,
}

/// All that the meshes are made of.
#[derive(Clone, Debug)]
struct Shown {
    screen: Screen,
    colors: &'static Colors,
    /// The rows that the trails go through, oldest first. The last is that of the shown tick.
    rows: Vec<Row>,
    /// The first and the last row of the ghost.
    ghost: Vec<Row>,
    scene: Scene,
    selection: Selection,
    hovered: Option<Item>,
    trails: bool,
}

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        fn shared<T: ?Sized>(a: &[Arc<T>], b: &[Arc<T>]) -> bool {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| Arc::ptr_eq(a, b))
        }
        fn same_rows(a: &[Row], b: &[Row]) -> bool {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_shared_with(b))
        }
        let Self {
            screen,
            colors,
            rows,
            ghost,
            scene,
            selection,
            hovered,
            trails,
        } = self;
        (screen, hovered, trails) == (&other.screen, &other.hovered, &other.trails)
            && std::ptr::eq(*colors, other.colors)
            && same_rows(rows, &other.rows)
            && same_rows(ghost, &other.ghost)
            && shared(&scene.presets, &other.scene.presets)
            && Arc::ptr_eq(&scene.agents, &other.scene.agents)
            && Arc::ptr_eq(&scene.cells, &other.scene.cells)
            && Arc::ptr_eq(&scene.editor, &other.scene.editor)
            && *selection == other.selection
    }
}

impl AgentCrowd {
    /// Brings the meshes up to date.
    pub(crate) fn update(
        &mut self,
        screen: &Screen,
        agent_scene: &AgentScene<'_>,
        trails: bool,
        colors: &'static Colors,
    ) {
        if !agent_scene.is_crowded() {
            self.of = None;
            return;
        }
        let shown = Shown {
            screen: *screen,
            colors,
            rows: rows(agent_scene),
            ghost: ends_of_ghost(agent_scene),
            scene: agent_scene.scene.clone(),
            selection: agent_scene.selection.clone(),
            hovered: agent_scene.hovered,
            trails,
        };
        if self.of.as_ref() == Some(&shown) {
            return;
        }
        self.push_wedges(screen, agent_scene, colors);
        self.trails.restart();
        let ghosts = self.ghosts.restart();
        if trails {
            for at in trails::push_ghosts(ghosts, screen, agent_scene, colors.ghost) {
                trails::push_dot(ghosts, at, GHOST, colors.ghost);
            }
            self.push_trails(screen, agent_scene, &shown);
        }
        self.of = Some(shown);
    }

    fn push_wedges(&mut self, screen: &Screen, agent_scene: &AgentScene<'_>, colors: &Colors) {
        // Neighbors often share a preset.
        let mut known = (Color([0; 3]), colors.item(Color([0; 3])));
        self.in_full.clear();
        let mesh = self.wedges.restart();
        let seen = screen.rect.expand(20.0);
        for (place, shown) in agent_scene.placed_agents() {
            let ShownAgent {
                sample,
                agent,
                preset,
            } = shown;
            if agent_scene.is_drawn_in_full(agent) {
                self.in_full.push(place);
                continue;
            }
            let corners = wedge(screen, &sample, preset);
            if corners.iter().any(|&corner| seen.contains(corner)) {
                let color = if agent_scene.is_selected(agent) {
                    colors.accent
                } else {
                    if known.0 != preset.color {
                        known = (preset.color, colors.item(preset.color));
                    }
                    known.1
                };
                push_polygon(mesh, &corners, color);
            }
        }
    }

    fn push_trails(
        &mut self,
        screen: &Screen,
        agent_scene: &AgentScene<'_>,
        Shown { rows, colors, .. }: &Shown,
    ) {
        let oldest = rows.len().saturating_sub(1).max(1) as f32;
        let shades: Vec<[Color32; SHADES]> = (0..rows.len())
            .map(|row| {
                let opacity = trails::opacity(1.0 - row as f32 / oldest);
                std::array::from_fn(|shade| {
                    colors
                        .at_speed(shade as f64 / (SHADES - 1) as f64)
                        .gamma_multiply(opacity)
                })
            })
            .collect();
        let mesh = self.trails.restart();
        let seen = screen.rect.expand(20.0);
        let mut points: Vec<(Pos2, Color32)> = Vec::new();
        for (place, ShownAgent { agent, preset, .. }) in agent_scene.placed_agents() {
            let steps = (SHADES - 1) as f64 / trails::top_speed(agent_scene.scene, preset);
            points.clear();
            for (row, shades) in rows.iter().zip(&shades) {
                let found = row.place_of(agent.id, place);
                if let Some((position, speed)) = found.and_then(|at| row.position_and_speed(at)) {
                    let shade = (speed * steps + 0.5) as usize;
                    points.push((screen.pos(position), shades[shade.min(SHADES - 1)]));
                }
            }
            if points.iter().any(|&(at, _)| seen.contains(at)) {
                push_ribbon(mesh, &points, trails::WIDTH);
            }
        }
    }

    /// Draws the ghosts and the trails.
    pub(crate) fn draw_trails(&self, painter: &Painter) {
        self.ghosts.draw(painter);
        self.trails.draw(painter);
    }

    /// Draws the wedges.
    pub(crate) fn draw_wedges(&self, painter: &Painter) {
        self.wedges.draw(painter);
    }

    /// The places of the agents that are drawn in full. `None` if all are.
    pub(crate) fn in_full(&self) -> Option<&[usize]> {
        self.of.as_ref().map(|_| self.in_full.as_slice())
    }
}

/// The rows that trails go through. They end at the shown tick, so that there is no gap to the
/// agents.
fn rows(agent_scene: &AgentScene<'_>) -> Vec<Row> {
    let recording = agent_scene.shown.recording();
    let now = agent_scene.shown.tick;
    let segments = SEGMENTS.min((now - recording.first_tick().min(now)) / STRIDE);
    (0..=segments)
        .rev()
        .filter_map(|segment| recording.row(now - segment * STRIDE))
        .cloned()
        .collect()
}

fn ends_of_ghost(agent_scene: &AgentScene<'_>) -> Vec<Row> {
    let ghost = agent_scene.shown.ghost;
    let ends = ghost.map(|ghost| {
        [ghost.first_tick(), ghost.last_tick()]
            .into_iter()
            .filter_map(|tick| ghost.row(tick))
            .cloned()
            .collect()
    });
    ends.unwrap_or_default()
}
