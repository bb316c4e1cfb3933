//! Pictures as levels.

use super::*;
use crate::import::level::Found;
use glam::DVec2;
use std::path::Path;

fn level(text: &str) -> Level {
    read(text, &mut Files::new(Path::new("plan.svg"), false)).expect("a picture")
}

/// The box around each item, by its source: left, top, right and bottom.
fn boxes(level: &Level) -> Vec<(&str, [f64; 4])> {
    let of = |found: &Found| {
        let points = || found.shapes.iter().flat_map(|shape| &shape.points);
        let low = points().fold(DVec2::INFINITY, |low, point| low.min(*point));
        let high = points().fold(DVec2::NEG_INFINITY, |high, point| high.max(*point));
        [low.x, low.y, high.x, high.y].map(|x| (x * 1e6).round() / 1e6 + 0.0)
    };
    let found = level.found.iter();
    found.map(|found| (&*found.source, of(found))).collect()
}

/// The boxes are those that Chromium's `getBBox` and `getScreenCTM` give.
fn assert_boxes(text: &str, expected: &[(&str, [f64; 4])]) -> Level {
    let level = level(text);
    assert_eq!(boxes(&level), expected, "{text}");
    level
}

fn left_out(level: &Level) -> Vec<String> {
    level.left_out.iter().map(ToString::to_string).collect()
}

#[test]
fn lines_keep_all_their_points() {
    let text =
        "<svg><polyline points='0,0 4,4 8,0'/><polygon points='1 2,3 4 5 6'/><line x2='3'/></svg>";
    let level = level(text);
    let points = |found: &Found| -> Vec<f64> {
        let points = &found.shapes[0].points;
        points.iter().flat_map(|point| point.to_array()).collect()
    };
    let found: Vec<Vec<f64>> = level.found.iter().map(points).collect();
    assert_eq!(found[0], [0.0, 0.0, 4.0, 4.0, 8.0, 0.0]);
    assert_eq!(found[1], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(found[2], [0.0, 0.0, 3.0, 0.0]);
    let closed: Vec<bool> = level.found.iter().map(|f| f.shapes[0].closed).collect();
    assert_eq!(closed, [false, true, false]);
}

#[test]
fn a_background_is_left_out_and_an_unreadable_shape_leaves_the_others() {
    let text = "<svg width='10cm' height='50'><rect width='100%' height='100%'/>
        <rect x='10%' y='0' width='1in' height='20%'/><rect width='auto' height='4'/><circle r='huge'/></svg>";
    let level = level(text);
    let points = &level.found[0].shapes[0].points;
    assert_eq!(level.found.len(), 1);
    assert_eq!(points[0], DVec2::new(37.795275591, 0.0));
    assert_eq!(points[2], DVec2::new(133.795275591, 10.0));
    assert_eq!(level.left_out.len(), 3, "{:?}", level.left_out);
}

#[test]
fn a_picture_in_a_picture_is_placed_by_its_view_box() {
    let text = "<svg><svg x='10' y='20' width='40' height='100' viewBox='5 5 20 20'><line x1='5' y1='5' x2='25' y2='25'/></svg>
        <polygon points='1,2 3'/><circle r='-5'/></svg>";
    let level = level(text);
    let points = &level.found[0].shapes[0].points;
    // As large as fits, in the middle.
    assert_eq!(points[..], [DVec2::new(10.0, 50.0), DVec2::new(50.0, 90.0)]);
    assert_eq!((level.found.len(), level.left_out.len()), (1, 2));
}

#[test]
fn hidden_shapes_are_left_out_with_the_reason() {
    let text = r##"<svg viewBox="0 0 9 9"><style>
            @import url("a;b.css"); /* .seen{display:none} */ @font-face { font-family: x }
            @media print { .seen { display: none } } @media screen { .late { display: none } }
            g#layer > .inner , #by-id { visibility : hidden !important }
        </style>
        <g id="draft" style="display:none"><rect width="1" height="1"/><use href="#seen"/></g>
        <rect display="NONE" width="1" height="1"/>
        <g visibility="hidden"><line x2="1"/><line id="shown" x2="1" visibility="visible"/></g>
        <g id="layer"><rect class="a inner" width="1" height="1" style="visibility:visible"/></g>
        <circle id="by-id" r="1"/><path class="late" d="M0 0h1"/>
        <line id="seen" class="seen" x2="1" style="display:none;DISPLAY: inline"/>
        <line requiredExtensions="x" x2="1"/><line systemLanguage="de, fr" x2="1"/>
        <line id="english" systemLanguage="de,en-US" x2="1"/>
        <switch><line systemLanguage="de" x2="1"/><line id="first" x2="2"/><line x2="3"/></switch></svg>"##;
    let line = [0.0, 0.0, 1.0, 0.0];
    let level = assert_boxes(
        text,
        &[
            ("svg/shown", line),
            ("svg/seen", line),
            ("svg/english", line),
            ("svg/first", [0.0, 0.0, 2.0, 0.0]),
        ],
    );
    assert_eq!(
        left_out(&level),
        [
            r#"a circle: it is hidden"#,
            r#"a line (3 times): it is hidden"#,
            r#"a path: it is hidden"#,
            r#"a rect: it is hidden"#,
            r#"a rect in "draft": it is hidden"#,
            r#"a rect in "layer": it is hidden"#,
            r#"a use in "draft": it is hidden"#,
        ]
    );
}

#[test]
fn styles_under_a_condition_are_listed_if_they_are_about_places() {
    let text = "<svg viewBox='0 0 9 9'><style>
            @media (prefers-color-scheme: dark) { line { stroke: red } }
            @media (min-width: 10px) { .a { stroke: red } line { display: none } }
            @media print { line { display: none } }
            @keyframes turn { to { transform: rotate(1turn) } }
            @supports (x: y) { line { transform: none } }
        </style><line id='a' x2='1'/></svg>";
    let level = assert_boxes(text, &[("svg/a", [0.0, 0.0, 1.0, 0.0])]);
    let why = "whether it holds is not known; take it out of its block, or delete it";
    assert_eq!(
        left_out(&level),
        [
            format!(r#"the style in "@media (min-width: 10px)": {why}"#),
            format!(r#"the style in "@supports (x: y)": {why}"#),
        ]
    );
}

#[test]
fn transforms_of_attributes_and_styles_are_those_of_browsers() {
    let rectangle = |attributes: &str| format!(r#"<rect width="10" height="20" {attributes}/>"#);
    for (attributes, expected) in [
        (r#"transform="rotate(90)""#, [-20.0, 0.0, 0.0, 10.0]),
        // Joined numbers.
        (
            r#"transform="translate(1-2)scale(2)""#,
            [1.0, -2.0, 21.0, 38.0],
        ),
        (
            r#"transform="rotate(90)" transform-origin="20 10""#,
            [10.0, -10.0, 30.0, 0.0],
        ),
        (
            r#"transform="rotate(90)" transform-origin="50% 25%""#,
            [220.0, -80.0, 240.0, -70.0],
        ),
        (
            r#"transform="rotate(90)" class="o""#,
            [300.0, 0.0, 320.0, 10.0],
        ),
        (
            r#"transform="scale(2)" style="transform-origin: right 10px""#,
            [-320.0, -10.0, -300.0, 30.0],
        ),
        (
            r#"x="100" transform="rotate(90)" style="transform-box:fill-box;transform-origin:center""#,
            [95.0, 5.0, 115.0, 15.0],
        ),
        (
            r#"style="transform: translate(100px, 0)""#,
            [100.0, 0.0, 110.0, 20.0],
        ),
        // Without a unit it is invalid.
        (
            r#"style="transform: translate(100, 0)""#,
            [0.0, 0.0, 10.0, 20.0],
        ),
        (
            r#"transform="translate(5)" style="transform:rotate(90)""#,
            [5.0, 0.0, 15.0, 20.0],
        ),
        (r#"transform="translate(5px)""#, [0.0, 0.0, 10.0, 20.0]),
        // A style sheet is stronger than an attribute.
        (
            r#"transform="translate(500)" class="t""#,
            [10.0, 0.0, 20.0, 20.0],
        ),
        (
            r#"style="transform:translate(50%,10%)""#,
            [160.0, 32.0, 170.0, 52.0],
        ),
        (
            r#"style="transform:translate(50%,10%);transform-box:fill-box""#,
            [5.0, 2.0, 15.0, 22.0],
        ),
        (
            r#"style="translate:10px 20px;rotate:90deg;scale:2""#,
            [-30.0, 20.0, 10.0, 40.0],
        ),
        (
            r#"style="transform:translate3d(1px,2px,0) rotateZ(90deg)""#,
            [-19.0, 2.0, 1.0, 12.0],
        ),
        (
            r#"style="transform:rotate(.25turn) scale(2,50%)""#,
            [-10.0, 0.0, 0.0, 20.0],
        ),
        (
            r#"style="transform:skew(45deg,0deg)""#,
            [0.0, 0.0, 30.0, 20.0],
        ),
        (
            r#"style="transform:matrix(1,0,0,1,3,4)""#,
            [3.0, 4.0, 13.0, 24.0],
        ),
        (
            r#"transform="scale(3)" style="transform:none""#,
            [0.0, 0.0, 10.0, 20.0],
        ),
    ] {
        let text = format!(
            r#"<svg viewBox="100 50 320 320"><style>.t{{transform:translate(10px,0)}} .o{{transform-origin:center}}</style>{}</svg>"#,
            rectangle(attributes)
        );
        assert_boxes(&text, &[("svg/#1", expected)]);
    }
    let unknown = rectangle(r#"style="transform:rotateX(60deg)""#);
    let level = level(&format!("<svg>{unknown}</svg>"));
    assert_eq!(
        left_out(&level),
        [r#"a rect: its transform cannot be read"#]
    );
}

#[test]
fn use_draws_shapes_groups_and_symbols_again() {
    let text = r##"<svg xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 320 320"><defs>
            <rect id="pillar" width="16" height="16"/>
            <g id="pair" transform="scale(2)"><rect id="left" width="1" height="1"/><rect x="2" width="1" height="1"/></g></defs>
        <symbol id="door" viewBox="0 0 10 10" width="30" height="30" x="3" y="4" transform="translate(7,0)"><rect width="10" height="10"/></symbol>
        <symbol id="half"><rect width="50%" height="10"/></symbol>
        <use id="a" xlink:href="#pillar" x="32" y="32"/><use href="#pillar" x="64"/>
        <g id="walls"><use id="b" href="#pair" transform="translate(100,100)"/><use href="#pair"/></g>
        <use id="c" href="#door"/><use id="d" href="#door" width="50" height="50" x="5" y="6"/>
        <use id="e" href="#half"/><use id="f" href="#half" width="50"/><use id="g" href="#a"/></svg>"##;
    let level = assert_boxes(
        text,
        &[
            ("svg/a", [32.0, 32.0, 48.0, 48.0]),
            ("svg/pillar", [64.0, 0.0, 80.0, 16.0]),
            ("svg/b/left", [100.0, 100.0, 102.0, 102.0]),
            ("svg/b/#2", [104.0, 100.0, 106.0, 102.0]),
            ("svg/left", [0.0, 0.0, 2.0, 2.0]),
            ("svg/#6", [4.0, 0.0, 6.0, 2.0]),
            ("svg/c/#1", [10.0, 4.0, 40.0, 34.0]),
            ("svg/d/#1", [15.0, 10.0, 65.0, 60.0]),
            ("svg/e/#1", [0.0, 0.0, 160.0, 10.0]),
            ("svg/f/#1", [0.0, 0.0, 25.0, 10.0]),
            ("svg/g", [32.0, 32.0, 48.0, 48.0]),
        ],
    );
    let names: Vec<(&str, &str)> = level
        .found
        .iter()
        .map(|found| (&*found.layer, &*found.name))
        .collect();
    assert_eq!(
        names[..3],
        [("", "a"), ("", "pillar"), ("walls/b/pair", "left")]
    );
}

#[test]
fn use_that_draws_itself_or_nothing_is_listed() {
    let text = r##"<svg viewBox="0 0 9 9"><g id="ring"><rect width="1" height="1"/><use href="#ring"/></g>
        <defs><g id="x"><use href="#y"/></g><g id="y"><line x2="1"/><use href="#x"/></g></defs>
        <use href="#x"/><use href="other.svg#x"/><use href="#gone"/><use/></svg>"##;
    let level = level(text);
    assert_eq!(level.found.len(), 2);
    assert_eq!(
        left_out(&level),
        [
            r#"a use: it does not say what it draws"#,
            r#"a use: it draws a part of another file, which is not read; convert it to a path"#,
            r#"a use: what it draws is not in the file"#,
            r#"a use in "ring": it draws itself"#,
            r#"a use in "x/y": it draws itself"#,
        ]
    );
}

#[test]
fn use_cannot_draw_too_much() {
    let mut text = String::from(r##"<svg><defs><g id="a0"><g/></g>"##);
    for level in 1..40 {
        let below = level - 1;
        let uses = format!(r##"<use href="#a{below}"/>"##).repeat(2);
        text.push_str(&format!(r#"<g id="a{level}">{uses}</g>"#));
    }
    text.push_str(r##"</defs><use href="#a39"/><line id="after" x2="1"/></svg>"##);
    let level = level(&text);
    assert_eq!(level.found.len(), 1, "what is drawn by itself is read");
    let listed = left_out(&level).join("\n");
    assert!(listed.contains(r#"limit "instanced nodes""#), "{listed}");
}

#[test]
fn pictures_in_pictures_have_their_own_sizes_and_units() {
    let text = r#"<svg viewBox="0 0 320 320" font-size="10px">
        <svg x="10" y="20" width="100" height="50" viewBox="0 0 10 10" preserveAspectRatio="xMinYMax slice"><rect id="a" width="10" height="10"/></svg>
        <svg x="10" y="20" viewBox="0 0 10 10"><rect id="b" width="10" height="10"/></svg>
        <svg x="10" y="20" width="50%" height="50"><rect id="c" width="50%" height="10%"/></svg>
        <svg x="10" y="20" width="100" height="50" transform="translate(100,0)"><rect id="d" width="10" height="10"/></svg>
        <g style="font-size:200%"><rect id="e" width="2em" height="1rem"/></g>
        <rect id="f" width="10" height="20" style="x:5px;y:7px;width:50px"/>
        <path id="g" style="d:path('M5 5h20v20')"/>
        <rect id="h" width="2IN" height="101.6Q" rx="5"/></svg>"#;
    assert_boxes(
        text,
        &[
            ("svg/a", [10.0, -30.0, 110.0, 70.0]),
            ("svg/b", [10.0, 20.0, 330.0, 340.0]),
            ("svg/c", [10.0, 20.0, 90.0, 25.0]),
            ("svg/d", [110.0, 20.0, 120.0, 30.0]),
            ("svg/e", [0.0, 0.0, 40.0, 10.0]),
            ("svg/f", [5.0, 7.0, 55.0, 27.0]),
            ("svg/g", [5.0, 5.0, 25.0, 25.0]),
            ("svg/h", [0.0, 0.0, 192.0, 96.0]),
        ],
    );
}

#[test]
fn rounded_corners_are_curves() {
    let text = "<svg viewBox='0 0 99 99'><rect x='1' y='2' width='40' height='20' rx='10'/></svg>";
    let level = level(text);
    let points = &level.found[0].shapes[0].points;
    assert!(points.len() > 12, "{points:?}");
    assert_eq!(points[0], DVec2::new(1.0, 12.0));
    // No point is farther from the center of its corner than the radius.
    for corner in [DVec2::new(11.0, 12.0), DVec2::new(31.0, 12.0)] {
        let near = points
            .iter()
            .filter(|point| (point.x < 21.0) == (corner.x < 21.0));
        for point in near {
            assert!((point.distance(corner) - 10.0).abs() < 0.01, "{point}");
        }
    }
}

#[test]
fn layers_have_the_names_that_programs_show() {
    let text = r#"<svg xmlns:inkscape="i" xmlns:serif="s" viewBox="0 0 9 9">
        <g inkscape:groupmode="layer" inkscape:label="North wall" id="layer1"><line x2="1" id="l1"/></g>
        <g id="Layer_1" data-name="Layer 1"><line x2="1" id="_x31_st_x20_floor"/></g>
        <g id="Patrol-1" serif:id="Patrol 1"><line x2="1" serif:id="A 1" id="A-1"/></g></svg>"#;
    let level = level(text);
    let names: Vec<[&str; 3]> = level
        .found
        .iter()
        .map(|found| [&*found.source, &*found.layer, &*found.name])
        .collect();
    assert_eq!(
        names,
        [
            ["svg/l1", "North wall", "l1"],
            ["svg/_x31_st_x20_floor", "Layer 1", "1st floor"],
            ["svg/A-1", "Patrol 1", "A 1"],
        ]
    );
}

#[test]
fn entities_and_namespaces_of_illustrator_are_read() {
    let text = r##"<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
            <!ENTITY ns_svg "http://www.w3.org/2000/svg"> <!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">
            <!ENTITY st0 "display:none;"> ]>
        <svg:svg xmlns:svg="&ns_svg;" xmlns:i="&ns_ai;" viewBox="0 0 9 9"><svg:switch>
            <svg:foreignObject requiredExtensions="&ns_ai;" width="1" height="1"><i:pgfRef/></svg:foreignObject>
            <svg:g i:extraneous="self"><svg:line id="shown" x2="1"/><svg:line style="&st0;" x2="1"/>
            <i:path d="M0 0h5"/></svg:g></svg:switch></svg:svg>"##;
    let level = assert_boxes(text, &[("svg/shown", [0.0, 0.0, 1.0, 0.0])]);
    assert_eq!(left_out(&level), [r#"a line: it is hidden"#]);
}

#[test]
fn groups_are_as_deep_as_the_file_has_them() {
    let depth = 100_000;
    let open = r#"<g transform="translate(1)">"#.repeat(depth);
    let text = format!(
        r#"<svg>{open}<path d="M0 0h32"/>{}</svg>"#,
        "</g>".repeat(depth)
    );
    assert_boxes(&text, &[("svg/#1", [100_000.0, 0.0, 100_032.0, 0.0])]);
}

#[test]
fn style_sheets_that_take_too_long_are_refused() {
    let groups = |count| r#"<g class="a">"#.repeat(count) + &"</g>".repeat(count);
    // Each way through the groups is tried.
    let branching = format!("x {}g{{display:none}}", ".a ".repeat(30));
    let many = format!("{}g{{display:none}}", "a,".repeat(100_000));
    for (rules, count) in [(branching, 100), (many, 1)] {
        let text = format!("<svg><style>{rules}</style>{}</svg>", groups(count));
        let mut files = Files::new(Path::new("plan.svg"), false);
        let error = read(&text, &mut files).expect_err("refused").to_string();
        assert!(error.contains(r#"limit "style steps""#), "{error}");
    }
}

#[test]
fn styles_with_unknown_selectors_are_listed() {
    let text = "<svg><style>a:not(.b){display:none} a::before{display:none} i:not(b){fill:red}</style></svg>";
    assert_eq!(
        left_out(&level(text)),
        [r#"the style of "a:not(.b)": its selector is not known; use ids or classes"#]
    );
}
