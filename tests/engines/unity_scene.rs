//! What the export to Unity adds to a Unity scene: what the Scene view draws, prefabs, inspectors,
//! bodies. By Mono and stubs, as in [`crate::unity`].

use crate::unity::{asset, lines, name_of, placements, project};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use steerwright_export::ExportTarget;
use steerwright_format::export_file::read_export;
use steerwright_runtime::scene::{AgentId, ExportOptions, Plane};
use steerwright_runtime::simulation::{EventKind, World};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{exported, shipped};
use steerwright_testing::walled_scene::walled;

pub const TESTS: EngineTests = engine_tests![
    [Mono] => walls_doors_and_blocked_cells_are_drawn_in_every_placement,
    [Mono] => walls_are_colliders_that_doors_turn_off,
    [Mono] => agents_are_instances_of_the_prefab_of_their_preset,
    [Mono] => inspectors_show_the_scene_and_choose_agents_by_name,
    [Mono] => bodies_reach_their_agents_and_keep_them_where_they_collide,
    [Mono] => an_agent_that_an_edit_adds_appears_as_a_copy_of_its_prefab,
    [Mono] => agents_of_spawners_are_copies_of_prefabs_while_they_are_there,
];

fn walls_doors_and_blocked_cells_are_drawn_in_every_placement() {
    let (yard, chase) = (shipped("guarded-yard"), shipped("grid-chase"));
    for options in placements() {
        let exported_yard = exported(&yard, ExportTarget::Unity, &options);
        let printed = project().play(&asset(&exported_yard), 0.0, None);
        let points: usize = lines(&printed, "path")
            .iter()
            .map(|fields| fields[2].parse::<usize>().expect("a number"))
            .sum();
        let closed_paths = yard.paths.iter().filter(|path| path.is_closed()).count();
        let (doors, walls): (Vec<_>, Vec<_>) =
            yard.walls.iter().partition(|wall| wall.open.is_some());
        let of_walls: usize = walls
            .iter()
            .map(|wall| wall.nodes.len() + usize::from(wall.closed))
            .sum();
        let dotted: usize = doors.iter().map(|door| door.nodes.len() - 1).sum();
        assert!(of_walls > 0 && dotted > 0);
        let all = points + 2 * closed_paths + 4 * yard.markers.len() + of_walls;
        assert!(
            printed.contains(&format!("drawn {all} points,")),
            "{printed}"
        );
        assert!(
            printed.contains(&format!(", {dotted} dotted lines")),
            "{printed}"
        );

        // With blocked cells, the origin has to be the corner of a cell.
        let options = ExportOptions {
            origin: ExportOptions::default().origin,
            ..options
        };
        let exported_chase = exported(&chase, ExportTarget::Unity, &options);
        let cell = chase.cells.blocked.first().expect("a blocked cell");
        let printed = project().play(&asset(&exported_chase), 0.0, None);
        let cells = lines(&printed, "cell");
        assert_eq!(cells.len(), chase.cells.blocked.len());
        let size = chase.cells.size * options.scale;
        let corner = [f64::from(cell.column) * size, f64::from(cell.row) * size];
        let ahead = if options.plane == Plane::Xz { 2 } else { 1 };
        let found: Vec<f64> = cells[0]
            .iter()
            .map(|field| field.parse().expect("a number"))
            .collect();
        // The first and the third of its four corners, of three numbers each; in Unity, y points
        // up.
        assert_eq!([found[0], found[ahead]], corner, "{options:?}");
        assert_eq!(
            [found[6], found[6 + ahead]],
            corner.map(|corner| corner + size)
        );
    }
}

fn walls_are_colliders_that_doors_turn_off() {
    let scene = walled();
    for options in placements() {
        // The corner of a cell, because there are blocked cells.
        let origin = ExportOptions::default().origin;
        let options = ExportOptions { origin, ..options };
        let exported = exported(&scene, ExportTarget::Unity, &options);
        let printed = project().play(&asset(&exported), 0.0, None);
        let is_flat = options.plane == Plane::Xy;
        for (when, turned) in [("before", false), ("turned", true)] {
            let kind = if is_flat { "edges" } else { "mesh" };
            let found = lines(&printed, &format!("{when} {kind}"));
            let mut expected = 0;
            for wall in &scene.walls {
                let edges = wall.edges().count();
                if edges == 0 || !(is_flat || wall.blocks_motion) {
                    continue;
                }
                expected += 1;
                let is_on = wall.open.is_none_or(|open| open == turned);
                let layer = if wall.blocks_sight { "0" } else { "2" };
                let about = if is_flat {
                    if wall.blocks_motion { "False" } else { "True" }.to_owned()
                } else {
                    (12 * edges).to_string()
                };
                let hex: String = wall.name.bytes().map(|b| format!("{b:02x}")).collect();
                let on = if is_on { "True" } else { "False" };
                let head = [layer, &about, on, &format!("[{hex}]")].map(str::to_owned);
                let line = found.iter().find(|fields| fields[..4] == head);
                let line = line.unwrap_or_else(|| panic!("no {head:?} in {printed}"));
                let number = |i: usize| line[4 + i].parse::<f64>().expect("a number");
                let first = wall.nodes[0].position * options.scale;
                assert_eq!(
                    [number(0), number(if is_flat { 1 } else { 2 })],
                    first.to_array()
                );
            }
            // The outline of two cells: four edges that do not follow each other.
            let cells = if is_flat { 4 } else { 1 };
            assert_eq!(found.len(), expected + cells, "{printed}");
        }
    }
}

fn agents_are_instances_of_the_prefab_of_their_preset() {
    let squad = shipped("squad");
    let exported = exported(&squad, ExportTarget::Unity, &ExportOptions::default());
    let printed = project().play(&asset(&exported), 0.0, None);
    let prefabs = lines(&printed, "prefab");
    assert!(!prefabs.is_empty() && prefabs.len() < squad.agents.len());
    for prefab in &prefabs {
        let path = prefab.join(" ");
        assert!(
            path.contains("Prefabs/") && path.ends_with(".prefab"),
            "{path}"
        );
    }
}

fn inspectors_show_the_scene_and_choose_agents_by_name() {
    let yard = exported(
        &shipped("guarded-yard"),
        ExportTarget::Unity,
        &ExportOptions::default(),
    );
    let printed = project().play(&asset(&yard), 0.0, None);
    for line in [
        "inspector scene Agents: 3 with 3 presets",
        "inspector scene Walls: 4, and 1 doors",
        "inspector agent Agent: 3  Thief of 3",
    ] {
        assert!(printed.contains(line), "{line}\n{printed}");
    }
    assert!(!printed.contains("inspector world"), "{printed}");
    std::fs::write(asset(&yard), "[]").expect("a file");
    let printed = project().play(&asset(&yard), 0.0, None);
    assert!(
        printed.contains("inspector scene Error: the file: is not an object"),
        "{printed}"
    );
}

fn bodies_reach_their_agents_and_keep_them_where_they_collide() {
    for options in placements() {
        let patrol = exported(&shipped("gate-patrol"), ExportTarget::Unity, &options);
        let printed = project().play(&asset(&patrol), 0.1, None);
        assert!(
            printed.contains("collided") && !printed.contains("warning: "),
            "{printed}"
        );
    }
}

fn an_agent_that_an_edit_adds_appears_as_a_copy_of_its_prefab() {
    let scene = shipped("gate-patrol");
    let mut edited = scene.clone();
    let agents = Arc::make_mut(&mut edited.agents);
    let mut added = agents[1].clone();
    added.id = AgentId(9);
    added.name = "Second sentry".into();
    agents.push(added);
    agents.remove(0);
    let options = ExportOptions::default();
    let [before, after] =
        [&scene, &edited].map(|scene| exported(scene, ExportTarget::Unity, &options));
    let printed = project().play(&asset(&before), 1.0, Some((&asset(&after), 20)));
    assert_eq!(
        lines(&printed, "followed by"),
        [["2", "3", "9"]],
        "{printed}"
    );
}

/// The squad shoots at its monsters: shots expire or hit, and what is hit goes. The program fails
/// if an agent has no GameObject, or a GameObject no agent.
fn agents_of_spawners_are_copies_of_prefabs_while_they_are_there() {
    for options in placements() {
        let exported = exported(&shipped("squad"), ExportTarget::Unity, &options);
        let text = std::fs::read_to_string(asset(&exported)).expect("a file");
        let game = read_export(&text).expect("an export");
        let printed = project().play_pressed(&asset(&exported), 8.0);
        for unwanted in ["error: ", "warning: "] {
            assert!(!printed.contains(unwanted), "{printed}");
        }
        let number = |field: &str| field.parse::<u64>().expect("a number");
        let presses = lines(&printed, "pressed");
        assert_eq!(presses.len(), 2, "{printed}");
        let states = lines(&printed, "state");
        let mut objects = lines(&printed, "object").into_iter();
        let (mut world, mut expired) = (World::new(&game.scene), 0);
        let authored = game.scene.agents.iter();
        let mut names: BTreeMap<AgentId, String> = authored
            .map(|agent| (agent.id, agent.name.clone()))
            .collect();
        let printed_ticks: BTreeSet<u64> = states.iter().map(|fields| number(fields[0])).collect();
        for fields in states.iter().filter(|fields| fields[0] != "0") {
            while world.tick() < number(fields[0]) {
                if world.tick() > 0 && printed_ticks.contains(&world.tick()) {
                    // The program aims at the first monster.
                    let monster = world.agents().find(|agent| agent.id.0 >= 7);
                    if let Some(monster) = monster {
                        world.set_pointer(monster.position).expect("a place");
                    }
                }
                for press in &presses {
                    if number(press[0]) == world.tick() {
                        world.set_pressed(press[1] == "True");
                    }
                }
                world.step();
                for event in world.events() {
                    expired += usize::from(matches!(event.kind, EventKind::Expired(_)));
                    let EventKind::Spawned(spawner) = event.kind else {
                        continue;
                    };
                    let mut spawners = game.scene.spawners.iter();
                    let spawner = spawners.find(|each| each.id == spawner);
                    let preset = game.scene.preset(spawner.expect("a spawner").preset);
                    let name = &preset.expect("a preset").name;
                    names.insert(event.agent, format!("{name} {}", event.agent));
                }
            }
            let id = AgentId(number(fields[1]) as u32);
            let agent = world.agent(id).expect("an agent");
            let place = game.placement().upward(agent.position) + 0.0;
            let wanted = place
                .to_array()
                .map(|number| format!("{:016x}", number.to_bits()));
            assert_eq!(fields[2..], wanted, "agent {id} at tick {}", fields[0]);
            let object = objects.next().expect("an object");
            assert_eq!(object[..2], fields[..2]);
            assert_eq!(name_of(object[2]), names[&id]);
        }
        assert!(objects.next().is_none() && expired > 0);
        let hit = game.scene.agents.iter();
        let hit = hit.filter(|agent| world.agent(agent.id).is_none()).count();
        assert!(hit > 0, "no monster of the scene was hit");
    }
}
