//! What lies over the canvas: notes, the card of the coverage, the preset chooser, captions and
//! tools without room.

use crate::sample_scene::sample_scene;
use crate::window::Window;
use egui::accesskit::Role;
use egui::{Key, Pos2, Rect, Shape, vec2};
use egui_kittest::kittest::Queryable;
use std::sync::Arc;
use steerwright_authoring::sample;
use steerwright_authoring::tool::Tool;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::{Behavior, Motion, Scene};

fn canvas(window: &Window) -> Rect {
    let canvas = window.harness.get_by_role_and_label(Role::Canvas, "Canvas");
    canvas.rect()
}

/// Where the open notes are.
fn notes_card(window: &Window) -> Option<Rect> {
    let notes = &window.scene().notes;
    let close = window
        .harness
        .query_by_role_and_label(Role::Button, "Hide notes")?;
    let mut texts = window.harness.query_all_by_label(notes);
    let text = texts.next().expect("the text of the notes");
    Some(close.rect().union(text.rect()).expand(8.0))
}

/// Points on the paths, and where agents and markers are.
fn items(window: &Window) -> Vec<Pos2> {
    let scene = window.scene();
    let mut items = Vec::new();
    for path in &scene.paths {
        let points = path.route().points_with_nodes();
        for ends in points.windows(2) {
            let at = |i: u32| ends[0].0.lerp(ends[1].0, f64::from(i) / 20.0);
            items.extend((0..=20).map(at));
        }
    }
    items.extend(scene.agents.iter().map(|agent| agent.position));
    items.extend(scene.markers.iter().map(|marker| marker.position));
    items.into_iter().map(|item| window.pos(item)).collect()
}

#[test]
fn notes_of_samples_cover_no_path_agent_or_marker() {
    let mut open = 0;
    for (_, scene) in sample::scenes() {
        let mut window = Window::of(&scene);
        window.key(Key::F);
        window.frames(4);
        let Some(card) = notes_card(&window) else {
            continue;
        };
        open += 1;
        let canvas = canvas(&window);
        assert!(canvas.contains_rect(card), "{}: {card}", scene.name);
        for item in items(&window) {
            assert!(canvas.contains(item), "{}: {item}", scene.name);
            assert!(!card.contains(item), "{}: {card} covers {item}", scene.name);
        }
    }
    assert!(open >= 8, "the notes of {open} samples are open");
}

#[test]
fn the_notes_of_the_first_scene_are_open_at_first_start() {
    let window = Window::first();
    let card = notes_card(&window).expect("open notes");
    let covered = items(&window).into_iter().find(|&item| card.contains(item));
    assert_eq!(covered, None, "{card}");
}

#[test]
fn the_scene_is_fitted_with_the_rings_of_what_is_selected() {
    let (_, scene) = sample::scenes()
        .into_iter()
        .find(|(file, _)| file.starts_with("arrive-and-leave"))
        .expect("the sample");
    let mut window = Window::of(&scene);
    window.click_row("Linear");
    window.key(Key::F);
    window.frames(3);
    let target = scene.markers[0].position;
    let Motion::Steered(steered) = &scene.presets[0].motion else {
        panic!("a courier steers");
    };
    let Behavior::Arrive(arrive) = &steered.behaviors[0].behavior else {
        panic!("a courier arrives");
    };
    let radius = DVec2::splat(arrive.slow_radius);
    let canvas = canvas(&window);
    for corner in [target - radius, target + radius] {
        assert!(canvas.contains(window.pos(corner)), "{corner} in {canvas}");
    }
}

/// The sample scene with a guard that sees.
fn watched() -> Scene {
    let mut scene = sample_scene();
    Arc::make_mut(&mut scene.presets[0]).sight = Some(Sight {
        range: 5.0,
        ..Sight::default()
    });
    scene
}

/// Frames until the coverage is measured.
fn until_measured(window: &mut Window) {
    for _ in 0..1500 {
        window.frames(1);
        if window.says("never watched") {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("the coverage is never measured");
}

#[test]
fn on_a_small_canvas_the_coverage_shows_its_legend_until_it_is_expanded() {
    let mut window = Window::of(&watched());
    window.harness.set_size(vec2(960.0, 578.0));
    window.frames(4);
    window.key(Key::Num6);
    until_measured(&mut window);
    let card = |window: &Window| {
        let close = window.position_of(Role::Button, "Hide coverage");
        let legend = window.harness.get_by_label("never watched").rect();
        let canvas = canvas(window);
        (canvas.right() - legend.left().min(close.x)) * (legend.bottom() - canvas.top())
    };
    assert!(card(&window) < 0.25 * canvas(&window).area());
    assert!(!window.has(Role::Button, "Save table…"));
    window.click_button("Show details");
    window.frames(3);
    assert!(window.has(Role::Button, "Save table…"));
    window.click_button("Hide details");
    window.frames(3);
    assert!(!window.has(Role::Button, "Save table…"));
}

#[test]
fn the_scene_is_fitted_beside_the_coverage() {
    let mut window = Window::of(&watched());
    window.key(Key::Num6);
    until_measured(&mut window);
    window.key(Key::F);
    window.frames(4);
    let card = window
        .harness
        .get_by_role_and_label(Role::Button, "Save table…")
        .rect()
        .union(window.harness.get_by_label("never watched").rect())
        .union(
            window
                .harness
                .get_by_role_and_label(Role::Button, "Hide coverage")
                .rect(),
        );
    for item in items(&window) {
        assert!(
            canvas(&window).contains(item) && !card.contains(item),
            "{item} in {card}"
        );
    }
}

/// An edge in the color of the canvas keeps names readable over a coverage or a picture, and covers
/// no marker or ring beside them.
#[test]
fn names_on_the_canvas_have_an_edge_and_no_plate() {
    let mut window = Window::of(&sample_scene());
    window.frames(2);
    let name = window.scene().agents[0].name.clone();
    let canvas = canvas(&window);
    let shapes = &window.harness.output().shapes;
    let is_name = |shape: &Shape| match shape {
        Shape::Text(text) => text.galley.text() == name && canvas.contains(text.pos),
        _ => false,
    };
    let place = shapes.iter().position(|clipped| is_name(&clipped.shape));
    let place = place.expect("the name of the agent");
    let (Shape::Text(text), Shape::Vec(edge)) = (&shapes[place].shape, &shapes[place - 1].shape)
    else {
        panic!("no edge is below the name");
    };
    assert!(edge.len() >= 8, "on all sides");
    for copy in edge {
        let Shape::Text(copy) = copy else {
            panic!("{copy:?}");
        };
        assert_eq!(copy.galley.text(), name);
        assert!((copy.pos - text.pos).length() <= 2.0, "beside the letters");
        let color = copy.override_text_color.expect("the color of the canvas");
        assert_eq!(color.a(), 255);
    }
}

#[test]
fn opening_the_preset_chooser_starts_a_search_and_enter_takes_the_first_result() {
    let mut window = Window::of(&sample_scene());
    window.harness.set_size(vec2(960.0, 578.0));
    window.key(Key::A);
    window.frames(3);
    window.click_last("Preset to place: ");
    window.frames(3);
    window.text("courier");
    assert_eq!(window.value(Role::SearchInput, "Search presets"), "courier");
    window.key(Key::Enter);
    window.frames(2);
    let chosen = window.app().session().agent_preset.expect("a preset");
    let chosen = window.scene().preset(chosen).expect("it is in the scene");
    assert_eq!(chosen.name, "Courier");
}

#[test]
fn tools_without_room_are_in_a_menu() {
    let mut window = Window::of(&sample_scene());
    assert!(!window.has(Role::Button, "More tools"), "there is room");
    window.harness.set_size(vec2(480.0, 289.0));
    window.frames(4);
    let screen = Rect::from_min_size(Pos2::ZERO, vec2(480.0, 289.0));
    let more = window
        .harness
        .get_by_role_and_label(Role::Button, "More tools")
        .rect();
    assert!(screen.contains_rect(more), "{more}");
    assert!(!window.has(Role::Button, "Pan"));
    window.click_button("More tools");
    window.frames(3);
    window.click_button("Pan");
    window.frames(2);
    assert!(matches!(window.app().tool(), Tool::Pan));
    assert!(!window.has(Role::Button, "Pan"), "the menu closes");
}

/// The sample of couriers, whose notes are long.
fn couriers() -> Scene {
    let mut samples = sample::scenes().into_iter();
    let found = samples.find(|(file, _)| file.starts_with("arrive-and-leave"));
    found.expect("the sample").1
}

#[test]
fn notes_do_not_cover_the_preset_chooser() {
    for size in [vec2(1600.0, 978.0), vec2(1280.0, 778.0)] {
        let mut window = Window::of(&couriers());
        window.harness.set_size(size);
        window.frames(4);
        window.key(Key::A);
        window.frames(8);
        let of = |role, label: &str| {
            let found = window.harness.get_by_role_and_label(role, label);
            found.rect()
        };
        let search = of(Role::SearchInput, "Search presets");
        let chooser = search
            .union(of(Role::Button, "Blank preset"))
            .union(Rect::from_min_size(
                search.min - vec2(0.0, 30.0),
                vec2(100.0, 10.0),
            ));
        let notes = of(Role::Button, "Notes");
        assert!(canvas(&window).contains_rect(notes), "{notes}");
        assert!(!chooser.intersects(notes), "{notes} on {chooser}");
    }
}

/// The text of a name on the canvas.
fn name_on_canvas(window: &Window, name: &str) -> Option<Rect> {
    let canvas = canvas(window);
    let shapes = &window.harness.output().shapes;
    shapes.iter().find_map(|clipped| match &clipped.shape {
        Shape::Text(text)
            if text.galley.text() == name
                && (clipped.clip_rect.center() - canvas.center()).length() < 1.0 =>
        {
            Some(Rect::from_min_size(text.pos, text.galley.size()))
        }
        _ => None,
    })
}

/// As in a window of 960x600 and 1280x800 pixels at 200 %.
#[test]
fn names_on_a_small_canvas_are_not_cut_off_or_below_the_notes() {
    for size in [vec2(480.0, 289.0), vec2(640.0, 389.0)] {
        let mut window = Window::of(&couriers());
        window.click_row("Linear");
        window.harness.set_size(size);
        window.frames(10);
        window.key(Key::F);
        window.frames(10);
        let canvas = canvas(&window);
        let notes = window
            .harness
            .get_by_role_and_label(Role::Button, "Notes")
            .rect();
        let scene = window.scene();
        let agents = scene.agents.iter().map(|agent| agent.name.as_str());
        let mut seen = 0;
        for name in agents {
            let Some(text) = name_on_canvas(&window, name) else {
                continue;
            };
            seen += 1;
            // Names are placed by about how wide they are.
            let inner = text.shrink2(vec2(4.0, 2.0));
            assert!(canvas.contains_rect(inner), "{name}: {text} in {canvas}");
            assert!(!notes.intersects(inner), "{name}: {text} below {notes}");
        }
        assert!(seen > 2, "{seen} names in a window of {size:?}");
        let markers = scene.markers.iter();
        for marker in markers.filter(|marker| canvas.contains(window.pos(marker.position))) {
            if let Some(text) = name_on_canvas(&window, &marker.name) {
                let columns = canvas.x_range();
                let is_whole = columns.contains(text.left()) && columns.contains(text.right());
                assert!(is_whole, "{}: {text} in {canvas}", marker.name);
            }
        }
    }
}
