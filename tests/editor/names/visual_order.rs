//! Arabic and Hebrew words stand in the order in which they are read, wherever they are drawn.

use super::*;
use egui::{Galley, Shape, TextEdit, Ui};
use steerwright::editor::text::visual_order::VisualOrder;

/// A window in the fonts of the system, and which of them are missing.
fn window<'a>(draw: impl FnMut(&mut Ui) + 'a) -> (Harness<'a>, Arc<Mutex<MissingGlyphs>>) {
    let missing = Arc::new(Mutex::new(MissingGlyphs::default()));
    let watched = Arc::clone(&missing);
    let mut harness = Harness::builder()
        .with_size(vec2(400.0, 100.0))
        .allow_missing_glyphs()
        .with_context_setup(move |ctx| {
            theme::apply(ctx);
            ctx.add_plugin(VisualOrder);
            ctx.add_font_provider(Arc::new(SystemFontProvider::new()));
            *watched.lock().unwrap() = MissingGlyphs::watch(ctx);
        })
        .build_ui(draw);
    harness.run();
    (harness, missing)
}

/// What is drawn of a text.
fn drawn(harness: &Harness<'_>, text: &str) -> Arc<Galley> {
    let mut shapes = harness.output().shapes.iter();
    let found = shapes.find_map(|clipped| match &clipped.shape {
        Shape::Text(shape) if shape.galley.text() == text => Some(Arc::clone(&shape.galley)),
        _ => None,
    });
    found.expect("the text is drawn")
}

/// Where the first row draws a character, which is in the text only once.
fn place(galley: &Galley, character: char) -> f32 {
    let mut glyphs = galley.rows[0].glyphs.iter();
    let own = glyphs.find(|glyph| glyph.chr == character && glyph.advance_width > 0.0);
    own.expect("it is drawn").pos.x
}

/// Some characters in the order in which they are drawn, from left to right.
fn from_left(harness: &Harness<'_>, text: &str, characters: &str) -> String {
    let galley = drawn(harness, text);
    let mut sorted: Vec<char> = characters.chars().collect();
    sorted.sort_by(|a, b| place(&galley, *a).total_cmp(&place(&galley, *b)));
    sorted.into_iter().collect()
}

fn is_missing(missing: &Arc<Mutex<MissingGlyphs>>) -> bool {
    !missing.lock().unwrap().take_messages().is_empty()
}

#[test]
fn words_stand_in_the_order_in_which_they_are_read() {
    for (text, letters) in [
        ("North gate guard", "Ngd"),
        // The third word is at the left.
        ("نقطة حراسة شمالية", "شحق"),
        ("שער צפון ראשי", "אצע"),
        ("שער (צפון) ראשי", "א)צ(ע"),
        // Numbers are read from left to right, and stand after the word that they follow.
        ("Gate بوابة 12", "Gate12و"),
        ("בוקר Gate ערב", "עGateק"),
        ("Gate: שער ראשי, 2", "Gate:2,אע"),
        ("שָׁלוֹם גדול", "גם"),
    ] {
        let (harness, missing) = window(move |ui| {
            ui.label(text);
        });
        if !is_missing(&missing) {
            assert_eq!(from_left(&harness, text, letters), letters, "{text}");
        }
    }
}

/// Nothing is drawn twice, over another word, or outside of the text.
#[test]
fn moved_words_do_not_lie_on_each_other() {
    for text in ["نقطة حراسة شمالية", "Gate بوابة 12", "שער צפון ראשי"]
    {
        let (harness, missing) = window(move |ui| {
            ui.label(text);
        });
        if is_missing(&missing) {
            continue;
        }
        let galley = drawn(&harness, text);
        let row = &galley.rows[0];
        let mut glyphs: Vec<_> = row.glyphs.iter().collect();
        glyphs.retain(|glyph| glyph.advance_width > 0.0);
        glyphs.sort_by(|a, b| a.pos.x.total_cmp(&b.pos.x));
        for pair in glyphs.windows(2) {
            assert!(pair[0].max_x() <= pair[1].pos.x + 1.0, "{text}");
        }
        let end = glyphs.last().unwrap().max_x();
        assert!(glyphs[0].pos.x >= -1.0 && end <= row.size.x + 1.0, "{text}");
        let bounds = row.visuals.mesh.calc_bounds();
        assert!(bounds.left() >= -2.0 && bounds.right() <= row.size.x + 2.0);
    }
}

#[test]
fn the_words_of_each_row_of_a_long_text_are_moved_within_it() {
    let text = "שער צפון ראשי גדול מאוד";
    let (harness, missing) = window(move |ui| {
        ui.set_max_width(90.0);
        ui.label(text);
    });
    if is_missing(&missing) {
        return;
    }
    assert!(drawn(&harness, text).rows.len() > 1);
    assert_eq!(from_left(&harness, text, "צע"), "צע");
}

/// A part of a word is left where it is cut; the sign stands for its beginning, which is missing.
#[test]
fn the_sign_of_a_text_that_is_cut_off_stands_where_its_rest_would_be() {
    let text = "שער צפון ראשי";
    for (width, from_left_side) in [
        (36.0, "רע…"),
        (42.0, "…ע"),
        (48.0, "…ע"),
        (54.0, "…ע"),
        (60.0, "…ע"),
    ] {
        let (harness, missing) = window(move |ui| {
            ui.set_max_width(width);
            ui.add(egui::Label::new(text).truncate());
        });
        if is_missing(&missing) {
            return;
        }
        assert!(drawn(&harness, text).elided, "{width}");
        let order = from_left(&harness, text, from_left_side);
        assert_eq!(order, from_left_side, "{width}");
    }
}

/// The cursor of a field is drawn by the order of the text.
#[test]
fn a_field_keeps_the_order_of_its_text_while_it_is_edited() {
    const TEXT: &str = "שער צפון";
    let mut text = TEXT.to_owned();
    let (mut harness, missing) = window(move |ui| {
        let label = ui.label("Name").id;
        ui.add(TextEdit::singleline(&mut text)).labelled_by(label);
    });
    if is_missing(&missing) {
        return;
    }
    assert_eq!(from_left(&harness, TEXT, "צע"), "צע");
    harness.get_by_role(Role::TextInput).focus();
    harness.run();
    assert_eq!(from_left(&harness, TEXT, "צע"), "עצ");
}
