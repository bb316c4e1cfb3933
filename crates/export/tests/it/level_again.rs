//! Importing a map again changes nothing, whatever ids its items have.

use std::path::Path;
use steerwright_export::level::{self, Becomes, Changes, Import, Placing, Rule};
use steerwright_format::{read_scene, write_scene};
use steerwright_runtime::scene::Scene;

/// Imports a map as a new run of the program does: the scene has been saved and loaded.
fn import(scene: &mut Scene, path: &Path, becomes: Option<Becomes>) -> Changes {
    let level = level::read(path, false).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let everything = becomes.map(|becomes| Rule {
        of: "*".into(),
        becomes,
    });
    let import = Import {
        file: "map".into(),
        placing: Placing::of(&level),
        choices: level.choices(everything.as_slice(), &Default::default()),
        delete_gone: false,
        with_deleted: false,
    };
    let changes = level::merge(scene, &level, &import)
        .unwrap_or_else(|error| panic!("{path:?} as {becomes:?}: {error}"));
    *scene = read_scene(&write_scene(scene).expect("written"))
        .expect("a scene")
        .value;
    changes
}

/// Imports the map three times, as everything that its items can become. Returns how many items it
/// added as proposed.
fn assert_again_adds_nothing(path: &Path) -> usize {
    let mut proposed = 0;
    for becomes in [
        Some(Becomes::Wall),
        Some(Becomes::Path),
        Some(Becomes::Marker),
        Some(Becomes::BlockedCells),
        None,
    ] {
        let mut scene = Scene::default();
        let first = import(&mut scene, path, becomes);
        let imported = scene.clone();
        proposed = first.added.len();
        for _ in 0..2 {
            let again = import(&mut scene, path, becomes);
            assert!(
                again.is_nothing() && again.kept.is_empty() && again.gone.is_empty(),
                "{path:?} as {becomes:?}: {again:?}"
            );
            assert_eq!(again.unchanged, proposed, "{path:?} as {becomes:?}");
        }
        assert_eq!(scene, imported, "{path:?} as {becomes:?}");
    }
    proposed
}

fn assert_added(name: &str, text: &str, added: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("written");
    assert_eq!(assert_again_adds_nothing(&path), added, "{text}");
}

#[test]
fn items_with_the_same_id_stay_apart() {
    let svg = r#"<svg viewBox="0 0 320 320"><rect id="Wall" x="32" y="32" width="32" height="32"/>
        <rect id="Wall" x="128" y="32" width="32" height="32"/><rect id="Wall#2" width="9" height="9"/>
        <path id="Wall" d="M0 0h9M0 9h9"/><path id="Wall@0" d="M0 0h9"/></svg>"#;
    assert_added("same.svg", svg, 6);
    let uses = r##"<svg viewBox="0 0 320 320"><defs><g id="pair"><rect id="a" width="9" height="9"/><path d="M20 0h9"/></g>
        <rect id="post" width="5" height="5"/></defs><use href="#pair"/><use href="#pair"/><use id="u" href="#pair" x="40"/>
        <use id="u" href="#pair" x="80"/><use href="#post"/><use href="#post"/><rect id="post" width="5" height="5"/></svg>"##;
    assert_added("use.svg", uses, 11);
    let tmx = r#"<map version="1.10" orientation="orthogonal" width="10" height="10" tilewidth="16" tileheight="16">
        <objectgroup id="2" name="walls"><object id="1" x="0" y="0" width="16" height="16"/>
        <object id="1" x="64" y="0" width="16" height="16"/></objectgroup>
        <objectgroup id="2" name="walls"><object id="1" x="0" y="32" width="16" height="16"/></objectgroup></map>"#;
    assert_added("same.tmx", tmx, 3);
}

#[test]
fn outlines_that_start_at_the_same_corner_stay_apart() {
    let tscn = r#"[gd_scene format=3]

[sub_resource type="TileSetAtlasSource" id="a"]
texture_region_size = Vector2i(16, 16)
0:0/0 = 0
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(-8, -8, 8, -8, 8, 8, -8, 8)
0:0/0/physics_layer_0/polygon_1/points = PackedVector2Array(-8, -8, -4, -8, -4, 8, -8, 8)

[sub_resource type="TileSet" id="t"]
physics_layer_0/collision_layer = 1
sources/0 = SubResource("a")

[node name="Level" type="Node2D"]

[node name="Rocks" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray(0, 0, 2, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0)
tile_set = SubResource("t")
"#;
    assert_added("tiles.tscn", tscn, 2);
}

#[test]
fn a_scene_with_repeated_ids_of_an_older_version_gains_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("same.svg");
    let svg = r#"<svg><rect id="Wall" width="9" height="9"/><rect id="Wall" width="8" height="8"/></svg>"#;
    std::fs::write(&path, svg).expect("written");
    let mut scene = Scene::default();
    import(&mut scene, &path, None);
    for item in scene.editor_mut().imports[0].walls.values_mut() {
        item.source = "svg/Wall".into();
    }
    let again = import(&mut scene, &path, None);
    assert_eq!(
        (again.unchanged, again.is_nothing()),
        (2, true),
        "{again:?}"
    );
}

/// Numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % end
    }
}

#[test]
fn maps_with_any_ids_and_places_are_unchanged_when_imported_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut numbers = Numbers(40);
    let ids = ["1", "2", "1#2", "1@0", "1@1", "", "1/2", "#1"];
    for round in 0..40 {
        let (mut svg, mut tmx, mut csv) = (String::new(), String::new(), String::from("id,x,y\n"));
        for _ in 0..=numbers.below(9) {
            let id = ids[numbers.below(8) as usize];
            let [x, y, w] = [(); 3].map(|()| numbers.below(4));
            let attribute = if id.is_empty() {
                String::new()
            } else {
                format!("id='{id}'")
            };
            svg += &match numbers.below(3) {
                0 => format!("<rect {attribute} x='{x}' y='{y}' width='{w}' height='1'/>"),
                1 => format!("<path {attribute} d='M{x} {y}h1M{x} {y}v{w}M0 0h1v1z'/>"),
                _ => format!("<g {attribute}><line {attribute} x2='{x}' y2='{y}'/></g>"),
            };
            let number = numbers.below(3);
            tmx += &match numbers.below(3) {
                0 => format!("<object id='{number}' x='{x}' y='{y}' width='{w}' height='1'/>"),
                1 => format!("<object id='{number}' x='{x}' y='{y}'><point/></object>"),
                _ => format!(
                    "<object id='{number}' x='{x}' y='{y}'><polyline points='0,0 1,{w}'/></object>"
                ),
            };
            csv += &format!("{id},{x},{y}\n");
        }
        let tmx = format!(
            "<map orientation='orthogonal' width='4' height='4' tilewidth='1' tileheight='1'><objectgroup id='1'>{tmx}</objectgroup></map>"
        );
        for (name, text) in [
            ("map.svg", format!("<svg>{svg}</svg>")),
            ("map.tmx", tmx),
            ("map.csv", csv),
        ] {
            let path = folder.path().join(format!("{round}-{name}"));
            std::fs::write(&path, text).expect("written");
            assert_again_adds_nothing(&path);
        }
    }
}

#[test]
fn pictures_and_tables_of_the_project_are_unchanged_when_imported_again() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for file in [
        "benches/growth.svg",
        "benches/threads.svg",
        "crates/runtime/tests/reference/path_loop.trace.csv",
    ] {
        assert!(assert_again_adds_nothing(&project.join(file)) > 0, "{file}");
    }
}
