//! Places of errors: from a scene, in which enums are nested objects, to an export, in which they
//! are flat.

/// The place in an export of a field of the scene that was read from it. `first_places` are those
/// of the first agent or spawner of each preset.
pub(super) fn place_in_file(pointer: &str, first_places: &[String]) -> String {
    let mut place = pointer.to_owned();
    let in_presets = pointer.strip_prefix("/presets/").and_then(|rest| {
        let (preset, rest) = rest.split_once('/')?;
        Some((first_places.get(preset.parse::<usize>().ok()?)?, rest))
    });
    if let Some((first, field)) = in_presets {
        place = if field.starts_with("properties/") {
            format!("{first}/preset_{field}")
        } else {
            format!("{first}/{field}")
        };
    } else if pointer.starts_with("/spawners/") {
        place = spawner_place(pointer);
    }
    flattened(&place)
}

/// The place of a spawner's field, whose place and name are flat.
fn spawner_place(pointer: &str) -> String {
    [
        ("/place/point/", "/place/"),
        ("/place/edge/from/", "/place/"),
        ("/place/edge/to/x", "/place/x2"),
        ("/place/edge/to/y", "/place/y2"),
        ("/when/trigger", "/trigger"),
    ]
    .into_iter()
    .fold(pointer.to_owned(), |pointer, (from, to)| {
        pointer.replacen(from, to, 1)
    })
}

/// The place without the names of variants.
fn flattened(pointer: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    // The number of segments that were kept when the name of a variant was left out.
    let mut after_variant = 0;
    let mut segments = pointer.split('/').peekable();
    while let Some(segment) = segments.next() {
        let list = kept.len().checked_sub(2).and_then(|at| kept.get(at));
        let before = kept.last().copied();
        let is_index = before.is_some_and(|before| before.parse::<u32>().is_ok());
        match segment {
            "motion" if segments.peek() == Some(&"steered") => {
                segments.next();
            }
            "motion" if segments.peek() == Some(&"grid_chase") => {
                segments.next();
                kept.extend(["behaviors", "0"]);
            }
            "behavior" if is_index && list == Some(&"behaviors") => {
                segments.next();
            }
            "goal" if segments.peek() == Some(&"last_seen_ahead") => {
                segments.next();
            }
            _ if after_variant != kept.len() && names_variant(list, before, segments.peek()) => {
                after_variant = kept.len();
            }
            _ => kept.push(segment),
        }
    }
    kept.join("/")
}

/// Whether a segment after these names a variant.
fn names_variant(list: Option<&&str>, before: Option<&str>, after: Option<&&str>) -> bool {
    let is_item = before.is_some_and(|before| before.parse::<u32>().is_ok())
        && matches!(list, Some(&"actions" | &"enter" | &"terms"));
    (is_item && after.is_some()) || matches!(before, Some("action" | "at"))
}

#[cfg(test)]
mod tests {
    use super::place_in_file;

    #[test]
    fn places_of_a_scene_are_found_in_its_export() {
        let first = ["/agents/4".to_owned(), "/spawners/2".to_owned()];
        for (scene, export) in [
            ("/presets/0/body/mass", "/agents/4/body/mass"),
            (
                "/presets/0/motion/steered/behaviors/1/behavior/arrive/slow_radius",
                "/agents/4/behaviors/1/slow_radius",
            ),
            (
                "/presets/1/states/3/motion/steered/behaviors/1/goal/last_seen_ahead/ahead",
                "/spawners/2/states/3/behaviors/1/ahead",
            ),
            (
                "/presets/0/motion/grid_chase/step_interval",
                "/agents/4/behaviors/0/step_interval",
            ),
            (
                "/presets/0/state/transitions/2/terms/1/near/radius",
                "/agents/4/state/transitions/2/terms/1/radius",
            ),
            (
                "/presets/0/state/enter/1/set_wall/wall",
                "/agents/4/state/enter/1/wall",
            ),
            (
                "/paths/0/nodes/5/actions/2/look/at/direction/deg",
                "/paths/0/nodes/5/actions/2/at/deg",
            ),
            (
                "/paths/0/nodes/5/along/2/action/speed/limit",
                "/paths/0/nodes/5/along/2/action/limit",
            ),
            (
                "/paths/0/nodes/5/along/2/action",
                "/paths/0/nodes/5/along/2/action",
            ),
            ("/spawners/0/place/edge/to/x", "/spawners/0/place/x2"),
            ("/agents/2/team", "/agents/2/team"),
            (
                "/presets/1/properties/mood",
                "/spawners/2/preset_properties/mood",
            ),
            ("/walls/2/properties/mood", "/walls/2/properties/mood"),
            ("/presets/9/name", "/presets/9/name"),
        ] {
            assert_eq!(place_in_file(scene, &first), export);
        }
    }
}
