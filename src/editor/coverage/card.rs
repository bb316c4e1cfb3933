//! The card of the coverage over the canvas, and the button that shows it.

use crate::editor::coverage::files::CoverageFile;
use crate::editor::coverage::legend::legend_ui;
use crate::editor::coverage::{CoverageView, Ended};
use crate::editor::theme;
use crate::editor::widgets::drop_down::{drop_down_ui, value_ui};
use egui::{
    Align, Align2, Area, Button, ComboBox, Frame, Label, Layout, Rect, RichText, Role, ScrollArea,
    Stroke, Ui, Vec2, WidgetInfo, vec2,
};
use egui_material_icons::icons;
use glam::DVec2;
use steerwright_analysis::coverage::{Coverage, CoverageError, CoverageLayer, agents_with_sight};
use steerwright_runtime::scene::{PresetId, Scene};

/// The width of the card, points.
const WIDTH: f32 = 286.0;
/// A narrower card has no title, in points.
const MIN_WITH_TITLE: f32 = 250.0;
/// The distance to the edge of the canvas, points.
const MARGIN: f32 = 10.0;
/// The height of the button with a gap, points.
const BUTTON: f32 = 30.0;

/// On a smaller canvas, the card shows only the legend until it is expanded, in points.
const MIN_WITH_DETAILS: Vec2 = vec2(760.0, 420.0);

/// The part of the canvas where what keeps a margin of its own does not touch the button that shows
/// the coverage.
pub fn below_button(canvas: Rect, scene: &Scene) -> Rect {
    if agents_with_sight(scene).next().is_none() {
        return canvas;
    }
    canvas.with_min_y((canvas.top() + BUTTON).min(canvas.bottom()))
}

/// What the card asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverageAction {
    /// Show or hide the coverage.
    Toggle,
    /// Give sight to a preset.
    AddSight(PresetId),
    /// Save a file.
    Save(CoverageFile),
}

/// The name of a layer.
fn name_of(layer: CoverageLayer) -> &'static str {
    match layer {
        CoverageLayer::Share => "Time watched",
        CoverageLayer::LongestGap => "Longest gap",
        CoverageLayer::SinceWatched => "Time since watched",
        CoverageLayer::NeverWatched => "Never watched",
    }
}

/// What a layer shows.
fn help_of(layer: CoverageLayer) -> &'static str {
    match layer {
        CoverageLayer::Share => "The share of the time that each place is watched.",
        CoverageLayer::LongestGap => "The longest time for which each place is not watched.",
        CoverageLayer::SinceWatched => {
            "The time since each place was last watched, at the playhead. Play to see it change."
        }
        CoverageLayer::NeverWatched => "The places that no agent sees at any time.",
    }
}

impl CoverageView {
    /// The larger part of the canvas that the card leaves free: to the left of it, or below it.
    pub fn beside_card(&self, canvas: Rect) -> Rect {
        let Some(card) = self.card else {
            return canvas;
        };
        let left = canvas.with_max_x((card.left() - MARGIN).max(canvas.left()));
        let below = canvas.with_min_y((card.bottom() + MARGIN).min(canvas.bottom()));
        if left.area() >= below.area() {
            left
        } else {
            below
        }
    }

    /// Draws the button that shows the coverage, if any agent has sight, or the card. `pointer` is
    /// in units.
    pub fn ui(
        &mut self,
        ui: &Ui,
        canvas: Rect,
        scene: &Scene,
        pointer: Option<DVec2>,
        is_shown: bool,
    ) -> Option<CoverageAction> {
        if !is_shown && agents_with_sight(scene).next().is_none() {
            return None;
        }
        let inner = canvas.shrink(MARGIN);
        let colors = theme::colors(ui);
        let frame = Frame::new()
            .fill(colors.card)
            .stroke(Stroke::new(1.0, colors.outline))
            .corner_radius(6)
            .inner_margin(8);
        // Areas remember their size: the button and the card are two of them.
        let area = Area::new(ui.scope_id().with(("coverage", is_shown)))
            .fixed_pos(inner.right_top())
            .pivot(Align2::RIGHT_TOP)
            .constrain_to(canvas);
        let shown = area.show(ui, |ui| {
            if !is_shown {
                return chip_ui(ui).then_some(CoverageAction::Toggle);
            }
            let has_details = self.shows_details.unwrap_or(
                canvas.width() >= MIN_WITH_DETAILS.x && canvas.height() >= MIN_WITH_DETAILS.y,
            );
            let card = frame.show(ui, |ui| {
                ui.set_width(WIDTH.min(inner.width() - 16.0));
                ScrollArea::vertical()
                    .max_height(inner.height() - 16.0)
                    .min_scrolled_height(inner.height() - 16.0)
                    .show(ui, |ui| self.contents_ui(ui, scene, pointer, has_details))
                    .inner
            });
            card.inner
        });
        self.card = is_shown.then_some(shown.response.rect);
        shown.inner
    }

    fn contents_ui(
        &mut self,
        ui: &mut Ui,
        scene: &Scene,
        pointer: Option<DVec2>,
        has_details: bool,
    ) -> Option<CoverageAction> {
        let mut action = None;
        ui.horizontal(|ui| {
            let colors = theme::colors(ui);
            // On a small canvas, there is room only for what is chosen.
            if ui.available_width() >= MIN_WITH_TITLE {
                ui.label(RichText::new("Coverage").strong().color(colors.text_strong));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let close = Button::new(theme::icon_text(icons::ICON_CLOSE, 14.0)).frame(false);
                let response = ui.add(close);
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Hide coverage"));
                if response.on_hover_text("Hides the coverage.").clicked() {
                    action = Some(CoverageAction::Toggle);
                }
                self.details_switch_ui(ui, has_details);
                self.layer_ui(ui);
            });
        });
        if agents_with_sight(scene).next().is_none() {
            return action.or(no_sight_ui(ui, scene));
        }
        if let Some(coverage) = self.coverage.clone() {
            legend_ui(ui, &coverage, self.layer);
            if has_details {
                self.summary_ui(ui, &coverage, pointer);
            }
        }
        self.progress_ui(ui, scene);
        if !has_details {
            return action;
        }
        let usual_cell = self.coverage.as_ref().map_or(1.0, |c| c.grid().size);
        self.choices.ui(ui, scene, usual_cell);
        ui.add_enabled_ui(self.is_measured(), |ui| {
            ui.horizontal(|ui| {
                let picture = ui.button("Save picture…");
                if picture
                    .on_hover_text("Saves what is shown as PNG.")
                    .clicked()
                {
                    action = Some(CoverageAction::Save(CoverageFile::Picture));
                }
                let table = ui.button("Save table…");
                if table
                    .on_hover_text("Saves the figures of all cells as CSV.")
                    .clicked()
                {
                    action = Some(CoverageAction::Save(CoverageFile::Table));
                }
            });
        });
        action
    }

    /// Draws the button that shows or hides everything but the legend.
    fn details_switch_ui(&mut self, ui: &mut Ui, has_details: bool) {
        let (icon, name) = if has_details {
            (icons::ICON_EXPAND_LESS, "Hide details")
        } else {
            (icons::ICON_EXPAND_MORE, "Show details")
        };
        let response = ui.add(Button::new(theme::icon_text(icon, 14.0)).frame(false));
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
        let hint = "Shows figures, options and what can be saved, or only the legend.";
        if response.on_hover_text(hint).clicked() {
            self.shows_details = Some(!has_details);
        }
    }

    fn layer_ui(&mut self, ui: &mut Ui) {
        let list = ComboBox::from_id_salt("coverage layer")
            .selected_text(name_of(self.layer))
            .width(150.0_f32.min(ui.available_width()));
        let list = drop_down_ui(ui, list, |ui| {
            for layer in CoverageLayer::ALL {
                value_ui(ui, &mut self.layer, layer, name_of(layer)).on_hover_text(help_of(layer));
            }
        });
        let layer = self.layer;
        let response = list.response;
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::ComboBox, true, "Shown coverage");
            info.current_text_value = Some(name_of(layer).into());
            info
        });
        response.on_hover_text(help_of(layer));
    }

    /// Draws what was counted, and the figures at the pointer.
    fn summary_ui(&self, ui: &mut Ui, coverage: &Coverage, pointer: Option<DVec2>) {
        let (start, end) = coverage.counted_seconds();
        let counted = if coverage.stretch().repeats {
            format!(
                "Repeats every {:.1} s: counted from {start:.1} s to {end:.1} s",
                end - start
            )
        } else {
            format!("Counted: the whole {end:.1} s, in which nothing repeats")
        };
        let colors = theme::colors(ui);
        let never = coverage.never_watched_share() * 100.0;
        ui.label(RichText::new(format!(
            "Never watched: {never:.1}% of the level"
        )));
        ui.label(RichText::new(counted).color(colors.text_weak))
            .on_hover_text("Of a run from the start of the scene, as a game would run it.");
        let figures = pointer.and_then(|p| self.figures_at(p));
        let figures = figures.unwrap_or_else(|| "Point at a place to see its figures.".into());
        // Two lines, so that what is below does not jump.
        let height = 2.0 * ui.text_style_height(&egui::TextStyle::Body) + 2.0;
        ui.allocate_ui(egui::vec2(ui.available_width(), height), |ui| {
            ui.set_min_height(height);
            ui.add(Label::new(RichText::new(figures).color(colors.text_weak)).wrap());
        });
        let is_past_end = self.texture.since().is_some_and(|since| since.is_past_end);
        if is_past_end && self.layer == CoverageLayer::SinceWatched {
            let text =
                format!("The playhead is after the measured {end:.0} s; their end is shown.");
            ui.add(Label::new(RichText::new(text).color(colors.warn)).wrap());
        }
    }

    /// Draws what is being measured, and why there is nothing new.
    fn progress_ui(&mut self, ui: &mut Ui, scene: &Scene) {
        if let Some(working) = &self.working {
            ui.horizontal(|ui| {
                let cancel = ui.button("Cancel").clicked();
                working.job.progress_ui(ui, "parts");
                cancel
            })
            .inner
            .then(|| self.cancel());
            if self.coverage.is_some() {
                weak_ui(ui, "Shown: before the last edit.");
            }
            return;
        }
        match &self.last {
            Some((_, Ended::Failed(CoverageError::NoSight)))
                if self.choices.excludes_all(scene) =>
            {
                weak_ui(ui, "Check an agent in the options to measure what it sees.");
            }
            Some((_, Ended::Failed(error))) => {
                let text = format!("Not measured: {error}.");
                ui.add(Label::new(RichText::new(text).color(theme::colors(ui).warn)).wrap());
            }
            Some((_, Ended::Canceled)) => {
                ui.horizontal(|ui| {
                    weak_ui(ui, "Canceled.");
                    ui.button("Measure").clicked()
                })
                .inner
                .then(|| self.last = None);
            }
            Some((_, Ended::Measured)) | None => {}
        }
    }
}

fn chip_ui(ui: &mut Ui) -> bool {
    let chip = format!("{} Coverage", icons::ICON_VISIBILITY.codepoint);
    let response = ui.button(chip);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Coverage"));
    response
        .on_hover_text("Shows what the agents see of the level, and what they never see.")
        .clicked()
}

/// Says what to do if no agent has sight.
fn no_sight_ui(ui: &mut Ui, scene: &Scene) -> Option<CoverageAction> {
    let preset = scene
        .agents
        .first()
        .and_then(|agent| scene.preset(agent.preset));
    let Some(preset) = preset else {
        weak_ui(
            ui,
            "There are no agents. Add one with the Agent tool, and give its preset sight.",
        );
        return None;
    };
    weak_ui(
        ui,
        "No agent has sight. Turn on Sight in the inspector of a preset to see what its agents watch.",
    );
    let button = ui.button(format!("Add sight to {}", preset.name));
    button
        .clicked()
        .then_some(CoverageAction::AddSight(preset.id))
}

fn weak_ui(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(text).color(theme::colors(ui).text_weak)).wrap());
}
