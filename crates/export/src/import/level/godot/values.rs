//! What a user gave a node: the variables of its script, and its metadata.

use super::tree::{Properties, Tree};
use crate::import::level::{MapProperty, MapValue};
use crate::target::godot::text::Variant;

/// What Godot 3 and 4 themselves have for the types of nodes that become items. Everything else is
/// a variable of a script.
const BUILT_IN: &str = "\
    affect_navigation_mesh angular_damp angular_damp_mode angular_damp_space_override \
    angular_velocity animation antialiased applied_force applied_torque audio_bus_name \
    audio_bus_override auto_translate_mode autoplay avoidance_enabled avoidance_layers \
    begin_cap_mode bones bounce build_mode can_sleep carve_navigation_mesh center_of_mass \
    center_of_mass_mode centered clip_children closed collision_layer collision_mask \
    collision_priority color constant_angular_velocity constant_force constant_linear_velocity \
    constant_torque constrain_avoidance contact_monitor contacts_reported continuous_cd curve \
    custom_integrator custom_multiplayer debug_color default_color disable_mode disabled \
    editor_description enabled end_cap_mode enter_cost filename flip_h flip_v \
    floor_block_on_wall floor_constant_speed floor_max_angle floor_snap_length \
    floor_stop_on_slope frame frame_coords frame_progress frames freeze freeze_mode friction \
    gizmo_extents global_position global_rotation global_rotation_degrees global_scale \
    global_skew global_transform gradient gravity gravity_direction gravity_distance_scale \
    gravity_point gravity_point_center gravity_point_unit_distance gravity_scale \
    gravity_space_override gravity_vec groups hframes inertia input_pickable \
    internal_vertex_count invert_border invert_enable invert_enabled joint_mode light_mask \
    linear_damp linear_damp_mode linear_damp_space_override linear_velocity lock_rotation mass \
    material max_contacts_reported max_slides mode modulate monitorable monitoring motion_mode \
    navigation_layers navigation_polygon navpoly normal_map offset one_way_collision \
    one_way_collision_direction one_way_collision_margin oversampling_with_scale pause_mode \
    physics_interpolation_mode physics_material_override platform_floor_layers platform_on_leave \
    platform_wall_layers playing points polygon polygons position priority process_mode \
    process_physics_priority process_priority process_thread_group process_thread_group_order \
    process_thread_messages radius region_enabled region_filter_clip region_filter_clip_enabled \
    region_rect rotation rotation_degrees round_precision safe_margin scale scene_file_path \
    script self_modulate shape sharp_limit show_behind_parent show_on_top skeleton skew sleeping \
    slide_on_ceiling space_override speed_scale sprite_frames sync_to_physics texture \
    texture_filter texture_mode texture_offset texture_repeat texture_rotation \
    texture_rotation_degrees texture_scale top_level toplevel transform travel_cost \
    unique_name_in_owner up_direction use_edge_connections use_parent_material uv velocity \
    vertex_colors vertices vframes visibility_layer visible wall_min_slide_angle weight width \
    width_curve y_sort_enabled z_as_relative z_index";

/// The values of a node that are custom properties, and the names of those that cannot be.
pub fn custom(tree: &Tree, index: u32, node: &Properties<'_>) -> (Vec<MapProperty>, Vec<String>) {
    let mut properties: Vec<MapProperty> = Vec::new();
    let mut unread = Vec::new();
    for (name, value) in node.iter() {
        let Some(name) = own_name(name) else {
            continue;
        };
        properties.retain(|property| property.name != name);
        match value
            .read()
            .as_ref()
            .map(|value| map_value(tree, index, value))
        {
            Some(Some(value)) => properties.push(MapProperty {
                name: name.to_owned(),
                value,
            }),
            Some(None) | None => unread.push(name.to_owned()),
        }
    }
    (properties, unread)
}

/// The name of a variable of a script, or of metadata, without its prefix.
fn own_name(name: &str) -> Option<&str> {
    let metadata = name.strip_prefix("metadata/");
    if let Some(name) = metadata {
        // Those of the editor start with a line.
        return (!name.starts_with('_')).then_some(name);
    }
    let is_built_in = || BUILT_IN.split(' ').any(|known| known == name);
    let is_own = !name.contains('/') && !name.starts_with('_') && !is_built_in();
    is_own.then_some(name)
}

fn map_value(tree: &Tree, index: u32, value: &Variant) -> Option<MapValue> {
    let scalar = |value: &Variant| match value {
        Variant::Bool(on) => Some(MapValue::Bool(*on)),
        Variant::Int(number) => Some(MapValue::Int(*number as f64)),
        Variant::Float(number) => Some(MapValue::Number(*number)),
        Variant::Text(text) => Some(MapValue::Text(text.clone())),
        Variant::Null => Some(MapValue::Reference(None)),
        Variant::List(_) | Variant::Dictionary(_) | Variant::Made(..) => None,
    };
    let list = |items: &[Variant]| {
        let values = items.iter().map(|item| scalar(item).map(Some));
        values.collect::<Option<Vec<_>>>().map(MapValue::List)
    };
    match value {
        Variant::Made(maker, items) if maker == "NodePath" => {
            let path = items.first().and_then(Variant::as_text)?;
            let node = tree.find(index, path).ok().filter(|_| !path.is_empty());
            let source = node.map(|node| super::source(&tree.path(node)));
            Some(MapValue::Reference(source))
        }
        // "PackedFloat32Array(1, 2)" or "Array[float]([1, 2])".
        Variant::Made(maker, items) if maker.starts_with("Packed") => list(items),
        Variant::Made(maker, items) if maker == "Array" => match items.first() {
            Some(Variant::List(items)) => list(items),
            _ => None,
        },
        Variant::List(items) => list(items),
        Variant::Made(..) | Variant::Dictionary(_) => None,
        Variant::Null
        | Variant::Bool(_)
        | Variant::Int(_)
        | Variant::Float(_)
        | Variant::Text(_) => scalar(value),
    }
}
