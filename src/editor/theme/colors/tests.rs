//! Tests of the colors of both themes.

use crate::editor::theme::colors::*;
use steerwright_authoring::sample;
use steerwright_runtime::scene::Preset;

const THEMES: [(&str, &Colors); 2] = [("dark", &Colors::DARK), ("light", &Colors::LIGHT)];

/// A pair of colors of a theme: what it is, the color, what is behind it, and the least contrast of
/// the two.
type Pair = (
    &'static str,
    fn(&Colors) -> Color32,
    fn(&Colors) -> Color32,
    f32,
);

/// The least contrast of text (WCAG 2.2).
const TEXT: f32 = 4.5;

/// What is drawn on what, besides the text on each surface. `GRAPHIC` is for icons, borders and
/// rails.
const PAIRS: [Pair; 29] = {
    const GRAPHIC: f32 = MIN_GRAPHIC;
    [
        ("text of a button", |c| c.text, |c| c.widget, TEXT),
        (
            "text of a hovered button",
            |c| c.text_strong,
            |c| c.widget_hovered,
            TEXT,
        ),
        (
            "text of a pressed button",
            |c| c.text_strong,
            |c| c.widget_active,
            TEXT,
        ),
        ("inherited value", |c| c.text_weak, |c| c.widget, TEXT),
        ("key in a hint", |c| c.text, |c| c.widget, TEXT),
        (
            "icon of a disabled entry",
            |c| c.text_weak,
            |c| c.card,
            TEXT,
        ),
        ("text of the main button", |c| c.canvas, |c| c.accent, TEXT),
        (
            "name in a selected row",
            |c| c.text_strong,
            |c| c.selection,
            TEXT,
        ),
        (
            "detail in a selected row",
            |c| c.text,
            |c| c.selection,
            TEXT,
        ),
        (
            "text of a selected button",
            |c| c.text_strong,
            |c| c.selection,
            TEXT,
        ),
        (
            "focus on a selected row",
            |c| c.text_strong,
            |c| c.selection,
            GRAPHIC,
        ),
        (
            "border of a check box on a card",
            |c| c.control,
            |c| c.card,
            GRAPHIC,
        ),
        (
            "border of a check box on a panel",
            |c| c.control,
            |c| c.panel,
            GRAPHIC,
        ),
        ("mark of a check box", |c| c.text, |c| c.widget, GRAPHIC),
        (
            "rail of a slider on a card",
            |c| c.control,
            |c| c.card,
            GRAPHIC,
        ),
        (
            "rail of a slider on a panel",
            |c| c.control,
            |c| c.panel,
            GRAPHIC,
        ),
        (
            "border of a slider's handle on a card",
            |c| c.text,
            |c| c.card,
            GRAPHIC,
        ),
        (
            "border of a slider's handle on a panel",
            |c| c.text,
            |c| c.panel,
            GRAPHIC,
        ),
        (
            "fill of a slider on a card",
            |c| c.accent,
            |c| c.card,
            GRAPHIC,
        ),
        (
            "fill of a slider on a panel",
            |c| c.accent,
            |c| c.panel,
            GRAPHIC,
        ),
        (
            "fill of a target's slider",
            |c| c.target,
            |c| c.card,
            GRAPHIC,
        ),
        (
            "fill of a danger's slider",
            |c| c.danger,
            |c| c.card,
            GRAPHIC,
        ),
        (
            "fill of a slider about others",
            |c| c.ok,
            |c| c.card,
            GRAPHIC,
        ),
        (
            "fill of a slider about perception",
            |c| c.fov,
            |c| c.card,
            GRAPHIC,
        ),
        (
            "border of a focused field on a card",
            |c| c.text_strong,
            |c| c.card,
            GRAPHIC,
        ),
        (
            "border of a focused field on a panel",
            |c| c.text_strong,
            |c| c.panel,
            GRAPHIC,
        ),
        (
            "icon of a path in a selected row",
            |c| c.on_selection(c.path),
            |c| c.selection,
            GRAPHIC,
        ),
        (
            "icon of a wall in a selected row",
            |c| c.on_selection(c.wall),
            |c| c.selection,
            GRAPHIC,
        ),
        (
            "icon of a warning in a selected row",
            |c| c.on_selection(c.warn),
            |c| c.selection,
            GRAPHIC,
        ),
    ]
};

#[test]
fn text_has_enough_contrast_on_all_surfaces_of_both_themes() {
    for (theme, colors) in THEMES {
        let surfaces = [
            ("canvas", colors.canvas),
            ("panel", colors.panel),
            ("card", colors.card),
        ];
        let texts = [
            ("text", colors.text),
            ("text_strong", colors.text_strong),
            ("text_weak", colors.text_weak),
            ("ok", colors.ok),
            ("warn", colors.warn),
            ("ghost", colors.ghost),
            ("accent", colors.accent),
            ("target", colors.target),
            ("danger", colors.danger),
            ("wall", colors.wall),
            ("guide", colors.guide),
            ("speed", colors.speed),
            ("steering", colors.steering),
            ("fov", colors.fov),
            ("path", colors.path),
        ];
        for (surface, ground) in surfaces {
            for (name, text) in texts {
                let contrast = contrast(text, ground);
                assert!(contrast >= TEXT, "{theme}: {name} on {surface}: {contrast}");
            }
        }
    }
}

#[test]
fn each_pair_of_colors_has_its_least_contrast_in_both_themes() {
    let mut low = Vec::new();
    for (theme, colors) in THEMES {
        for (name, color, ground, least) in PAIRS {
            let contrast = contrast(color(colors), ground(colors));
            if contrast < least {
                low.push(format!("{theme}: {name}: {contrast:.2}, not {least}"));
            }
        }
    }
    assert!(low.is_empty(), "{low:#?}");
}

#[test]
fn icons_of_all_agents_are_visible_in_selected_rows() {
    for (theme, colors) in THEMES {
        for preset in shipped_presets() {
            let icon = colors.on_selection(colors.item(preset.color));
            let contrast = contrast(icon, colors.selection);
            assert!(
                contrast >= MIN_GRAPHIC,
                "{theme}: {}: {contrast}",
                preset.name
            );
        }
    }
}

/// The presets of the library and of the samples.
fn shipped_presets() -> Vec<Preset> {
    let in_samples = sample::scenes()
        .into_iter()
        .flat_map(|(_, scene)| scene.presets)
        .map(|preset| preset.as_ref().clone());
    let presets: Vec<_> = sample::agents().into_iter().chain(in_samples).collect();
    assert!(presets.len() > 10);
    presets
}

/// The distance of two colors in the Oklab color space (Ottosson 2020).
fn distance(a: Color32, b: Color32) -> f32 {
    let oklab = |color: Color32| {
        let [r, g, b, _] = egui::Rgba::from(color).to_array();
        let l = (0.412_221_46 * r + 0.536_332_55 * g + 0.051_445_995 * b).cbrt();
        let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
        let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
        [
            0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
            1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
            0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
        ]
    };
    let (a, b) = (oklab(a), oklab(b));
    let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f32>().sqrt()
}

#[test]
fn agents_never_have_the_color_of_the_selection() {
    for (theme, colors) in THEMES {
        for preset in shipped_presets() {
            let states = preset.all_states().filter_map(|state| state.rules.color);
            for color in states.chain([preset.color]) {
                let distance = distance(colors.item(color), colors.accent);
                let name = &preset.name;
                assert!(distance >= 0.11, "{theme}: {name}: {distance}");
            }
        }
    }
}

#[test]
fn items_are_visible_on_the_canvas() {
    for (_, colors) in THEMES {
        for color in [[0; 3], [255; 3], [128; 3], [255, 255, 0], [20, 23, 28]] {
            let shown = colors.item(Color(color));
            assert!(contrast(shown, colors.canvas) >= MIN_GRAPHIC);
        }
    }
    let visible = Color([0xd0, 0x40, 0x40]);
    assert_eq!(Colors::DARK.item(visible), color32(visible));
}

#[test]
fn trail_colors_change_gradually_with_speed() {
    for (_, colors) in THEMES {
        let at = |fraction| colors.at_speed(fraction);
        assert_eq!(at(-1.0), at(0.0));
        assert_eq!(at(2.0), at(1.0));
        assert_eq!(at(f64::NAN), at(0.0));
        for i in 0..100 {
            let (a, b) = (at(f64::from(i) / 100.0), at(f64::from(i + 1) / 100.0));
            for channel in 0..3 {
                let step = a.to_array()[channel].abs_diff(b.to_array()[channel]);
                assert!(step < 12, "{i}");
            }
        }
    }
}
