//! States, searches and actions at nodes with every field.

use steerwright_runtime::scene::{
    AlongAction, Behavior, Choose, Color, EnterAction, EventValue, LookAt, MarkerId, Motion,
    NextNode, NodeAction, NodeId, NodeScript, PathId, State, StateId, StateRules, Steered, Term,
    Transition, WallId,
};
use steerwright_runtime::steering::facing::{Facing, Toward};
use steerwright_runtime::steering::grid_chase::ChaseMode;
use steerwright_runtime::steering::search::SearchSweep;
use steerwright_runtime::steering::{BlendMode, Goal, GridChase, RouteMode, Search};

/// A search with every field.
pub(crate) fn full_search() -> Search {
    Search {
        radius: 5.0,
        points: 4,
        wait: 1.5,
        slow_radius: 1.0,
        sweep: Some(SearchSweep {
            from_deg: -60.0,
            to_deg: 75.0,
        }),
    }
}

/// The rules of a state of a preset with the states 1 to 3, with every kind of action and term.
pub(crate) fn full_rules(id: StateId) -> StateRules {
    StateRules {
        id,
        name: "Alert \"!\"".into(),
        color: Some(Color([200, 30, 40])),
        max_speed: Some(4.5),
        max_force: Some(30.0),
        enter: vec![
            EnterAction::Emit {
                name: "alarm".into(),
                value: EventValue::Number(1.5),
            },
            EnterAction::SetWall {
                wall: WallId(4),
                open: true,
            },
            EnterAction::Share { radius: 12.0 },
        ],
        transitions: vec![
            Transition {
                to: StateId(2),
                any: true,
                terms: vec![
                    Term::Sees,
                    Term::SeesNotFor { seconds: 3.0 },
                    Term::Hears,
                    Term::Told,
                    Term::Touches,
                    Term::MeterAtLeast { meter: 0.75 },
                    Term::MeterAtMost { meter: 0.25 },
                ],
            },
            Transition {
                to: StateId(3),
                any: false,
                terms: vec![
                    Term::For { min: 1.0, max: 2.5 },
                    Term::Arrived,
                    Term::PathFinished,
                    Term::Near {
                        goal: Goal::LastSeenAhead { ahead: 0.5 },
                        radius: 2.0,
                    },
                    Term::Event {
                        name: "gate".into(),
                    },
                    Term::SearchFinished,
                    Term::NoRoute,
                ],
            },
            Transition {
                to: id,
                any: false,
                terms: Vec::new(),
            },
        ],
    }
}

/// The states 2 and 3: a steered one, and one by cells.
pub(crate) fn full_states() -> Vec<State> {
    vec![
        State {
            rules: full_rules(StateId(2)),
            facing: Some(Facing {
                toward: Toward::Action,
                turn_rate: Some(180.0),
            }),
            motion: Motion::Steered(Steered {
                blend_mode: BlendMode::Priority,
                behaviors: vec![Behavior::Search(full_search()).into()],
            }),
        },
        State {
            rules: StateRules {
                id: StateId(3),
                ..StateRules::default()
            },
            facing: None,
            motion: Motion::GridChase(GridChase {
                mode: ChaseMode::Chase,
                goal: Goal::LastSeenAhead { ahead: 0.25 },
                route: RouteMode::AroundWalls,
                ..GridChase::default()
            }),
        },
    ]
}

/// The script of a node of the path 3, with every kind of action.
pub(crate) fn full_script() -> NodeScript {
    NodeScript {
        actions: vec![
            NodeAction::Wait { min: 1.0, max: 2.0 },
            NodeAction::Look {
                at: LookAt::Direction { deg: 270.0 },
                turn_rate: Some(90.0),
            },
            NodeAction::Look {
                at: LookAt::Point { x: 3.5, y: -1.25 },
                turn_rate: None,
            },
            NodeAction::Look {
                at: LookAt::Marker { id: MarkerId(1) },
                turn_rate: None,
            },
            NodeAction::Sweep {
                from_deg: -45.0,
                to_deg: 45.0,
                times: 3,
                turn_rate: Some(60.0),
            },
            NodeAction::Speed { limit: Some(1.25) },
            NodeAction::Emit {
                name: "bell".into(),
                value: EventValue::Text("north \"gate\"".into()),
            },
            NodeAction::SetWall {
                wall: WallId(4),
                open: false,
            },
            NodeAction::Meet {
                name: "handover".into(),
                count: 2,
            },
        ],
        along: vec![
            AlongAction {
                place: None,
                distance: 0.5,
                action: NodeAction::Speed { limit: None },
            },
            AlongAction {
                place: None,
                distance: 1.5,
                action: NodeAction::Emit {
                    name: "step".into(),
                    value: EventValue::Null,
                },
            },
        ],
        next: vec![
            NextNode {
                path: PathId(3),
                node: NodeId(2),
                weight: 3,
            },
            NextNode {
                path: PathId(3),
                node: NodeId(1),
                weight: 1,
            },
        ],
        choose: Choose::InTurn,
        not_back: true,
    }
}
