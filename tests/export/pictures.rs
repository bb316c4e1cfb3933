//! The pictures underneath in exported files.

use serde_json::Value;
use steerwright_export::{self as export, ExportTarget, import};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::editor::Picture;
use steerwright_runtime::scene::{ExportOptions, PictureId, Scene};
use steerwright_testing::exported::shipped;

const PIXELS: ExportOptions = ExportOptions {
    y_down: true,
    scale: 32.0,
    origin: DVec2::new(1.0, -1.0),
    ..ExportOptions::AS_AUTHORED
};

fn pictured() -> Scene {
    let mut scene = shipped("gate-patrol");
    scene.editor_mut().pictures = vec![Picture {
        position: DVec2::new(2.0, 1.0),
        rotation: 30.0,
        mirrored: true,
        opacity: 0.5,
        ..Picture::new(
            PictureId(2),
            "Yard <1>",
            "art/yard \"2\".png",
            DVec2::new(4.0, 2.0),
        )
    }];
    scene
}

fn main_file(scene: &Scene, target: ExportTarget, end: &str) -> String {
    let files = export::export(scene, target, &PIXELS).expect("an export");
    let file = files.into_iter().find(|file| file.name.ends_with(end));
    String::from_utf8(file.expect("a file").bytes).expect("text")
}

#[test]
fn tiled_has_image_layers_below_the_others_and_keeps_the_pictures() {
    let tmx = main_file(&pictured(), ExportTarget::Tiled, ".tmx");
    assert!(tmx.find("<imagelayer") < tmx.find("<objectgroup"));
    assert!(
        tmx.contains("<image source=\"art/yard &quot;2&quot;.png\"/>"),
        "{tmx}"
    );
    assert!(tmx.contains("name=\"Yard &lt;1&gt;\"") && tmx.contains("opacity=\"0.5\""));
    let tmj: Value =
        serde_json::from_str(&main_file(&pictured(), ExportTarget::Tiled, ".tmj")).expect("JSON");
    let layer = &tmj["layers"][0];
    assert_eq!(
        (&layer["type"], &layer["opacity"]),
        (&"imagelayer".into(), &0.5.into())
    );
    assert_eq!(layer["image"], "art/yard \"2\".png");
    let property = |name: &str| {
        let properties = tmj["properties"].as_array().expect("properties").iter();
        let found = properties.clone().find(|property| property["name"] == name);
        found.expect("a property")["value"]
            .as_f64()
            .expect("a number")
    };
    // The center is at (32, -64), the picture is 128 px wide and 64 px high.
    let corner = [&layer["offsetx"], &layer["offsety"]].map(|x| x.as_f64().expect("a number"));
    assert_eq!(
        corner,
        [-32.0 + property("shift_x"), -96.0 + property("shift_y")]
    );
    let ids: Vec<u64> = tmj["layers"]
        .as_array()
        .expect("layers")
        .iter()
        .filter_map(|layer| layer["id"].as_u64())
        .collect();
    let mut unique = ids.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), ids.len(), "{ids:?}");
    assert!(
        ids.iter()
            .all(|&id| id < tmj["nextlayerid"].as_u64().expect("an id"))
    );
    for end in [".tmx", ".tmj", ".lua"] {
        let text = main_file(&pictured(), ExportTarget::Tiled, end);
        let back = import(&format!("x{end}"), &text)
            .expect("a reader")
            .expect("a scene");
        assert_eq!(back.editor.pictures, pictured().editor.pictures, "{end}");
    }
}

#[test]
fn image_layers_that_were_edited_in_tiled_come_back() {
    let mut scene = pictured();
    let second = Picture::new(PictureId(3), "Sky", "sky.png", DVec2::new(1.0, 1.0));
    scene.editor_mut().pictures.push(second);
    let text = main_file(&scene, ExportTarget::Tiled, ".tmj");
    let edit = |edit: &dyn Fn(&mut Vec<Value>)| {
        let mut map: Value = serde_json::from_str(&text).expect("JSON");
        edit(map["layers"].as_array_mut().expect("layers"));
        let back = import("x.tmj", &map.to_string());
        back.expect("a reader").expect("a scene")
    };
    let moved = edit(&|layers| {
        let x = layers[0]["offsetx"].as_f64().expect("a number");
        let y = layers[0]["offsety"].as_f64().expect("a number");
        layers[0]["offsetx"] = (x + 16.0).into();
        layers[0]["offsety"] = (y + 8.0).into();
        layers[0]["opacity"] = 0.25.into();
        layers[0]["visible"] = false.into();
        layers[0]["name"] = "Plan".into();
        layers[0]["image"] = "art/plan.png".into();
        for property in layers[0]["properties"].as_array_mut().expect("a list") {
            if property["name"] == "width" {
                property["value"] = 96.0.into();
            }
        }
        layers.swap(0, 1);
    });
    let expected = Picture {
        name: "Plan".into(),
        file: "art/plan.png".into(),
        position: DVec2::new(2.5, 0.75),
        width: 3.0,
        opacity: 0.25,
        ..pictured().editor.pictures[0].clone()
    };
    assert_eq!(moved.editor.pictures[1], expected);
    assert_eq!(moved.editor.pictures[0], scene.editor.pictures[1]);
    assert!(moved.editor.is_hidden(PictureId(2)) && !moved.editor.is_hidden(PictureId(3)));
    let deleted = edit(&|layers| drop(layers.remove(0)));
    assert_eq!(deleted.editor.pictures, [scene.editor.pictures[1].clone()]);
    // Programs that do not know image layers leave them out.
    let without = edit(&|layers| drop(layers.drain(..2)));
    assert_eq!(without.editor.pictures, scene.editor.pictures);
}

#[test]
fn image_layers_that_were_added_or_copied_in_tiled_come_in() {
    let text = main_file(&pictured(), ExportTarget::Tiled, ".tmj");
    let mut map: Value = serde_json::from_str(&text).expect("JSON");
    let layers = map["layers"].as_array_mut().expect("layers");
    let corner =
        |layer: &Value| ["offsetx", "offsety"].map(|name| layer[name].as_f64().expect("a number"));
    // The exported picture is 4 x 2 units around (2, 1), and 32 pixels are a unit.
    let [x, y] = corner(&layers[0]);
    let mut copy = layers[0].clone();
    copy["name"] = "Copy".into();
    copy["offsetx"] = (x + 64.0).into();
    let added = serde_json::json!({ "type": "imagelayer", "id": 99, "name": "Sky", "image": "art/sky.png",
        "imagewidth": 64, "imageheight": 32, "offsetx": x, "offsety": y, "opacity": 0.75, "visible": false, "x": 0, "y": 0 });
    let unknown = serde_json::json!({ "type": "imagelayer", "id": 98, "name": "Fog", "image": "art/fog.png",
        "opacity": 1, "visible": true, "x": 0, "y": 0 });
    layers.insert(0, added);
    layers.insert(2, copy);
    layers.push(unknown);
    let back = import("x.tmj", &map.to_string());
    let back = back.expect("a reader").expect("a scene");
    let first = pictured().editor.pictures[0].clone();
    let copied = Picture {
        id: PictureId(4),
        name: "Copy".into(),
        position: DVec2::new(4.0, 1.0),
        ..first.clone()
    };
    let sky = Picture {
        position: DVec2::new(1.0, 1.5),
        opacity: 0.75,
        ..Picture::new(PictureId(3), "Sky", "art/sky.png", DVec2::new(2.0, 1.0))
    };
    assert_eq!(back.editor.pictures, [sky, first, copied]);
    assert!(back.editor.is_hidden(PictureId(3)));
}

#[test]
fn pictures_in_the_data_of_engines_come_back() {
    for (target, end) in [
        (ExportTarget::Unity, ".steerwright"),
        (ExportTarget::Love, ".steer.json"),
        (ExportTarget::Pygame, ".steer.json"),
    ] {
        let mut scene = pictured();
        let mut props = scene.editor.props(PictureId(2));
        props.hidden = true;
        scene.editor_mut().set_props(PictureId(2), props);
        for y_down in [false, true] {
            let options = ExportOptions {
                y_down,
                scale: 2.0,
                origin: DVec2::new(1.0, -3.0),
                ..target.default_options()
            };
            let files = export::export(&scene, target, &options).expect("an export");
            let file = files.into_iter().find(|file| file.name.ends_with(end));
            let text = String::from_utf8(file.expect("a file").bytes).expect("text");
            let back = import(&format!("x{end}"), &text)
                .expect("a reader")
                .expect("a scene");
            assert_eq!(back.editor.pictures, scene.editor.pictures, "{target:?}");
            assert!(back.editor.is_hidden(PictureId(2)));
        }
    }
}

#[test]
fn svg_shows_visible_pictures_by_reference() {
    let svg = main_file(&pictured(), ExportTarget::Svg, ".svg");
    assert!(svg.contains("href=\"art/yard%20%222%22.png\""), "{svg}");
    assert!(
        svg.contains("rotate(-30) scale(-1 1)") && svg.contains("Yard &lt;1&gt;"),
        "{svg}"
    );
    assert!(
        svg.find("<image") < svg.find("<polyline"),
        "under the paths"
    );
    let mut hidden = pictured();
    let mut props = hidden.editor.props(PictureId(2));
    props.hidden = true;
    hidden.editor_mut().set_props(PictureId(2), props);
    assert!(!main_file(&hidden, ExportTarget::Svg, ".svg").contains("<image"));
}

#[test]
fn phaser_and_three_js_have_pictures_as_data() {
    for (target, end) in [
        (ExportTarget::Phaser, ".phaser.json"),
        (ExportTarget::Threejs, ".three.json"),
    ] {
        let text = main_file(&pictured(), target, end);
        let file: Value = serde_json::from_str(&text).expect("JSON");
        let picture = &file["pictures"][0];
        assert_eq!(picture["file"], "art/yard \"2\".png");
        let numbers = ["width", "height", "rotation", "opacity"];
        let numbers = numbers.map(|name| picture[name].as_f64().expect("a number"));
        assert_eq!(numbers, [128.0, 64.0, -30.0, 0.5]);
        let position = &picture["position"];
        let [x, y] = match target {
            ExportTarget::Phaser => [&position["x"], &position["y"]],
            _ => [&position[0], &position[1]],
        };
        assert_eq!([x.as_f64(), y.as_f64()], [Some(32.0), Some(-64.0)]);
    }
}
