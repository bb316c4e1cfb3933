//! The fields of an agent that come from its preset, as exports hold them.

use super::wait_ticks;
use serde::Serialize;
use serde_json::{Map, Value, json};
use steerwright_runtime::parameter;
use steerwright_runtime::scene::{
    Behavior, EnterAction, Motion, Preset, StateRules, StateView, Term, Transition,
    WeightedBehavior,
};
use steerwright_runtime::steering::facing::{Facing, Turn};
use steerwright_runtime::steering::follow_path::Start;
use steerwright_runtime::steering::{Goal, RouteMode, Search, grid_chase};

/// The fields of an agent that come from its preset.
#[must_use]
pub fn preset_fields(preset: &Preset, dt: f64) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("preset".into(), preset.name.as_str().into());
    if !preset.properties.is_empty() {
        fields.insert("preset_properties".into(), json!(preset.properties));
    }
    fields.insert("color".into(), preset.color.to_string().into());
    fields.insert("body".into(), Value::Object(fields_of(&preset.body)));
    if let Some(facing) = &preset.facing {
        fields.insert("facing".into(), facing_value(facing, dt));
    }
    let sight = preset.sight.map(|sight| {
        let mut fields = fields_of(&sight);
        fields.insert("cos2".into(), sight.cone().cos2.into());
        Value::Object(fields)
    });
    fields.insert("sight".into(), sight.unwrap_or_default());
    if !preset.watches.is_empty() {
        fields.insert("watches".into(), json!(preset.watches));
    }
    if let Some(hearing) = &preset.hearing {
        fields.insert("hearing".into(), Value::Object(fields_of(hearing)));
    }
    if let Some(alert) = &preset.alert {
        fields.insert("alert".into(), Value::Object(fields_of(alert)));
    }
    fields.extend(motion_fields(&preset.motion, dt));
    if !preset.state.is_default() {
        let mut state = head_of_state(&preset.state);
        state.extend(rules_of_state(&preset.state, dt));
        fields.insert("state".into(), Value::Object(state));
    }
    if !preset.states.is_empty() {
        let states = preset.all_states().skip(1);
        let states: Vec<Value> = states.map(|state| state_value(&state, dt)).collect();
        fields.insert("states".into(), states.into());
    }
    fields
}

fn state_value(state: &StateView<'_>, dt: f64) -> Value {
    let mut fields = head_of_state(state.rules);
    let facing = state.facing.map(|facing| facing_value(facing, dt));
    fields.insert("facing".into(), facing.unwrap_or_default());
    fields.extend(motion_fields(state.motion, dt));
    fields.extend(rules_of_state(state.rules, dt));
    Value::Object(fields)
}

fn head_of_state(rules: &StateRules) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("id".into(), json!(rules.id));
    fields.insert("name".into(), rules.name.as_str().into());
    fields.insert("color".into(), json!(rules.color));
    fields.insert("max_speed".into(), json!(rules.max_speed));
    fields.insert("max_force".into(), json!(rules.max_force));
    fields
}

fn rules_of_state(rules: &StateRules, dt: f64) -> Map<String, Value> {
    let enter: Vec<Value> = rules.enter.iter().map(enter_value).collect();
    let transition = |transition: &Transition| {
        let terms = transition.terms.iter().map(|term| term_value(term, dt));
        json!({
            "to": transition.to,
            "any": transition.any,
            "terms": terms.collect::<Vec<_>>(),
        })
    };
    let transitions: Vec<Value> = rules.transitions.iter().map(transition).collect();
    Map::from_iter([
        ("enter".to_owned(), enter.into()),
        ("transitions".to_owned(), transitions.into()),
    ])
}

fn enter_value(action: &EnterAction) -> Value {
    match action {
        EnterAction::Emit { name, value } => {
            json!({ "kind": "emit", "name": name, "value": value })
        }
        EnterAction::SetWall { wall, open } => {
            json!({ "kind": "set_wall", "wall": wall, "open": open })
        }
        EnterAction::Share { radius } => json!({ "kind": "share", "radius": radius }),
    }
}

fn term_value(term: &Term, dt: f64) -> Value {
    let kind = parameter::term_key(term);
    match term {
        Term::SeesNotFor { seconds } => {
            json!({ "kind": kind, "seconds": seconds, "ticks": wait_ticks(*seconds, dt) })
        }
        Term::MeterAtLeast { meter } | Term::MeterAtMost { meter } => {
            json!({ "kind": kind, "meter": meter })
        }
        Term::For { min, max } => json!({
            "kind": kind,
            "min": min,
            "max": max,
            "min_ticks": wait_ticks(*min, dt),
            "max_ticks": wait_ticks(*max, dt),
        }),
        Term::Near { goal, radius } => {
            json!({ "kind": kind, "goal": goal_key(goal), "ahead": goal.ahead(), "radius": radius })
        }
        Term::Event { name } => json!({ "kind": kind, "name": name }),
        Term::Sees
        | Term::Hears
        | Term::Told
        | Term::Touches
        | Term::Arrived
        | Term::PathFinished
        | Term::SearchFinished
        | Term::NoRoute => json!({ "kind": kind }),
    }
}

fn facing_value(facing: &Facing, dt: f64) -> Value {
    let mut fields = fields_of(facing);
    fields.entry("turn_rate").or_insert(Value::Null);
    fields.extend(turn_fields(Some(facing.turn(dt))));
    Value::Object(fields)
}

/// The turn of a tick; null for none.
pub(super) fn turn_fields(turn: Option<Turn>) -> Map<String, Value> {
    Map::from_iter([
        ("turn_cos".to_owned(), json!(turn.map(|turn| turn.cos))),
        ("turn_sin".to_owned(), json!(turn.map(|turn| turn.sin))),
    ])
}

fn motion_fields(motion: &Motion, dt: f64) -> Map<String, Value> {
    let (kind, blend_mode, behaviors) = match motion {
        Motion::Steered(steered) => {
            let behaviors = steered.behaviors.iter();
            let behaviors = behaviors.map(|weighted| behavior_value(weighted, dt));
            ("steered", json!(steered.blend_mode), behaviors.collect())
        }
        Motion::GridChase(chase) => {
            let mut parameters = fields_of(chase);
            parameters.remove("goal");
            parameters.remove("route");
            parameters.extend(goal_fields(&chase.goal));
            parameters.extend(route_field(chase.route));
            let ticks = grid_chase::ticks_per_step(chase, dt);
            parameters.insert("step_ticks".into(), ticks.into());
            (
                "grid_chase",
                Value::Null,
                vec![flat("grid_chase", 1.0, parameters)],
            )
        }
    };
    Map::from_iter([
        ("motion".to_owned(), kind.into()),
        ("blend_mode".to_owned(), blend_mode),
        ("behaviors".to_owned(), Value::Array(behaviors)),
    ])
}

/// The name of a goal in exports.
fn goal_key(goal: &Goal) -> &'static str {
    match goal {
        Goal::Reference => "reference",
        Goal::Perceived => "perceived",
        Goal::LastSeen => "last_seen",
        Goal::LastSeenAhead { .. } => "last_seen_ahead",
        Goal::LastNoise => "last_noise",
        Goal::LeftPath => "left_path",
        Goal::Post => "post",
    }
}

/// The fields of a goal; none for the target or danger of the agent.
fn goal_fields(goal: &Goal) -> Map<String, Value> {
    let mut fields = Map::new();
    if !goal.is_reference() {
        fields.insert("goal".into(), goal_key(goal).into());
    }
    if let Some(ahead) = goal.ahead() {
        fields.insert("ahead".into(), ahead.into());
    }
    fields
}

/// The field of a route; none for the straight way.
fn route_field(route: RouteMode) -> Option<(String, Value)> {
    (!route.is_direct()).then(|| ("route".to_owned(), json!(route)))
}

fn flat(kind: &str, weight: f64, parameters: Map<String, Value>) -> Value {
    let mut value = Map::new();
    value.insert("kind".into(), kind.into());
    value.insert("weight".into(), weight.into());
    value.extend(parameters);
    Value::Object(value)
}

fn behavior_value(weighted: &WeightedBehavior, dt: f64) -> Value {
    let WeightedBehavior {
        weight,
        goal,
        route,
        behavior,
    } = weighted;
    let kind = behavior.description().key;
    if let Behavior::Search(search) = behavior {
        return flat(kind, *weight, search_fields(search, goal, *route, dt));
    }
    let mut parameters = behavior_fields(behavior);
    parameters.extend(derived_fields(behavior, dt));
    if behavior.has_goal() {
        parameters.extend(goal_fields(goal));
    }
    if behavior.has_route() {
        parameters.extend(route_field(*route));
    }
    flat(kind, *weight, parameters)
}

/// The parameters of a behavior, each of them present.
fn behavior_fields(behavior: &Behavior) -> Map<String, Value> {
    let key = behavior.description().key;
    let mut fields = match fields_of(behavior).remove(key) {
        Some(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    let parameters = behavior.parameters().into_iter();
    for parameter in parameters.filter(|parameter| parameter.kind == parameter::Kind::Optional) {
        fields.entry(parameter.key).or_insert(Value::Null);
    }
    fields
}

/// What is computed from the parameters of a behavior, so that ports need not.
fn derived_fields(behavior: &Behavior, dt: f64) -> Vec<(String, Value)> {
    if let Behavior::FollowPath(follow) = behavior {
        let (start, node) = match follow.start {
            Start::First => ("first", None),
            Start::Nearest => ("nearest", None),
            Start::Node(index) => ("node", Some(index)),
        };
        vec![
            ("start".to_owned(), start.into()),
            ("start_node".to_owned(), json!(node)),
        ]
    } else if let Behavior::HomingWalk(walk) = behavior {
        vec![("repick_ticks".to_owned(), walk.repick_ticks(dt).into())]
    } else if let Behavior::AvoidWalls(avoid) = behavior {
        let side = avoid.side_direction();
        vec![
            ("side_cos".to_owned(), side.x.into()),
            ("side_sin".to_owned(), side.y.into()),
        ]
    } else {
        Vec::new()
    }
}

/// A search always has all fields.
fn search_fields(search: &Search, goal: &Goal, route: RouteMode, dt: f64) -> Map<String, Value> {
    let Search {
        radius,
        points,
        wait,
        slow_radius,
        sweep,
    } = search;
    let sweep = sweep.map(|sweep| {
        let [from, to] = sweep.directions();
        json!({
            "from_deg": sweep.from_deg,
            "to_deg": sweep.to_deg,
            "from": [from.x, from.y],
            "to": [to.x, to.y],
        })
    });
    Map::from_iter([
        ("goal".to_owned(), goal_key(goal).into()),
        ("ahead".to_owned(), json!(goal.ahead())),
        ("radius".to_owned(), json!(radius)),
        ("points".to_owned(), json!(points)),
        ("wait".to_owned(), json!(wait)),
        ("wait_ticks".to_owned(), search.wait_ticks(dt).into()),
        ("slow_radius".to_owned(), json!(slow_radius)),
        ("sweep".to_owned(), sweep.unwrap_or_default()),
        ("route".to_owned(), json!(route)),
    ])
}

/// Missing numbers are written as null, so that all objects of a kind have the same fields.
fn fields_of(parameters: &impl Serialize) -> Map<String, Value> {
    // Plain structs always serialize to objects.
    match serde_json::to_value(parameters) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) | Err(_) => Map::new(),
    }
}
