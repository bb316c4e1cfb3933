//! What agents do at the nodes of paths, made ready for a run: times in ticks, references as
//! indices.

use crate::scene::{
    Choose, LookAt, MarkerId, NextNode, Node, NodeAction, NodeScript, PathId, PatrolPath, WallId,
};
use crate::simulation::event::Emitted;
use crate::steering::facing::Turn;
use crate::steering::follow_path::Route;
use glam::DVec2;
use std::sync::Arc;

/// The scripts of all paths.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathScripts {
    /// By path; empty if no path has one.
    paths: Vec<Option<PathScript>>,
    /// The names of meetings.
    meetings: Vec<Arc<str>>,
    /// Whether some action asks agents to look somewhere.
    pub(crate) have_looks: bool,
    /// Whether agents draw random numbers for some of them.
    pub(crate) draw: bool,
}

/// What agents do along one path: by node.
#[derive(Clone, Debug)]
pub(crate) struct PathScript(Vec<Option<ResolvedScript>>);

/// What agents do at a node and on the segment after it, and where they go next.
#[derive(Clone, Debug)]
pub(crate) struct ResolvedScript {
    pub(crate) actions: Vec<Action>,
    pub(crate) along: Vec<Along>,
    pub(crate) next: Vec<NextStop>,
    pub(crate) choose: Choose,
    pub(crate) not_back: bool,
}

/// An action of a node.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// In ticks.
    Wait {
        min: u32,
        max: u32,
    },
    Look {
        at: LookTarget,
        turn: Option<Turn>,
    },
    Sweep {
        directions: [DVec2; 2],
        times: u32,
        turn: Option<Turn>,
    },
    Instant(InstantAction),
    Meet {
        /// An index of the counts of meetings.
        meeting: u32,
        count: u32,
    },
}

/// An action that does not hold the agent.
#[derive(Clone, Debug)]
pub(crate) enum InstantAction {
    /// Infinite for no limit, u/s.
    Speed(f64),
    Emit(Arc<Emitted>),
    SetWall(WallId, bool),
}

/// What an agent looks at.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LookTarget {
    Direction(DVec2),
    Point(DVec2),
    /// By index.
    Marker(u32),
}

/// An action on a segment.
#[derive(Clone, Debug)]
pub(crate) struct Along {
    pub(crate) place: DVec2,
    pub(crate) action: InstantAction,
}

/// A node to go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NextStop {
    /// The path, by index.
    pub(crate) route: u32,
    pub(crate) stop: Stop,
    pub(crate) weight: u32,
}

/// A node of a path, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stop {
    pub(crate) path: PathId,
    pub(crate) node: u32,
}

/// What scripts refer to.
#[derive(Clone, Copy)]
pub(crate) struct ScriptContext<'a> {
    pub(crate) paths: &'a [Arc<PatrolPath>],
    pub(crate) routes: &'a [Arc<Route>],
    pub(crate) path_index: &'a dyn Fn(PathId) -> Option<usize>,
    pub(crate) marker_index: &'a dyn Fn(MarkerId) -> Option<usize>,
    pub(crate) dt: f64,
}

/// Whether a path has a script at any node.
pub(crate) fn is_scripted(path: &PatrolPath) -> bool {
    path.nodes.iter().any(|node| node.script.is_some())
}

impl PathScripts {
    pub(crate) fn new(context: ScriptContext) -> Self {
        let mut scripts = Self::default();
        if !context.paths.iter().any(|path| is_scripted(path)) {
            return scripts;
        }
        scripts.paths = context
            .paths
            .iter()
            .zip(context.routes)
            .map(|(path, route)| {
                is_scripted(path).then(|| {
                    let nodes = path.nodes.iter().enumerate();
                    PathScript(
                        nodes
                            .map(|(index, node)| scripts.resolve(&context, route, index, node))
                            .collect(),
                    )
                })
            })
            .collect();
        scripts
    }

    /// Whether no path has a script.
    pub(crate) fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// Whether the path with this index has a script.
    pub(crate) fn has(&self, path: u32) -> bool {
        matches!(self.paths.get(path as usize), Some(Some(_)))
    }

    /// The script of a node of the path with this index.
    pub(crate) fn of(&self, path: u32, node: usize) -> Option<&ResolvedScript> {
        let PathScript(nodes) = self.paths.get(path as usize)?.as_ref()?;
        nodes.get(node)?.as_ref()
    }

    /// The number of different names of meetings.
    pub(crate) fn meetings(&self) -> usize {
        self.meetings.len()
    }

    /// The name of a meeting.
    pub(crate) fn meeting(&self, index: u32) -> Option<&Arc<str>> {
        self.meetings.get(index as usize)
    }

    fn resolve(
        &mut self,
        context: &ScriptContext,
        route: &Route,
        index: usize,
        node: &Node,
    ) -> Option<ResolvedScript> {
        let NodeScript {
            actions,
            along,
            next,
            choose,
            not_back,
        } = node.script.as_deref()?;
        let place = |distance| route.point_along(index, distance);
        let mut along: Vec<(f64, Option<DVec2>, InstantAction)> = along
            .iter()
            .filter_map(|along| {
                let action = instant(&along.action)?;
                Some((along.distance, along.place, action))
            })
            .collect();
        if along.iter().all(|(_, place, _)| place.is_none()) {
            along.sort_by(|(a, ..), (b, ..)| a.total_cmp(b));
        }
        let next = next.iter().filter_map(|next| next_stop(context, next));
        let script = ResolvedScript {
            actions: actions
                .iter()
                .filter_map(|action| self.action(context, action))
                .collect(),
            along: along
                .into_iter()
                .filter_map(|(distance, known, action)| {
                    let place = known.or_else(|| place(distance))?;
                    Some(Along { place, action })
                })
                .collect(),
            next: next.collect(),
            choose: *choose,
            not_back: *not_back,
        };
        self.draw |= *choose == Choose::Random && script.next.len() > 1;
        Some(script)
    }

    fn action(&mut self, context: &ScriptContext, action: &NodeAction) -> Option<Action> {
        Some(match action {
            NodeAction::Wait { min, max } => {
                let ticks = |seconds: f64| (seconds / context.dt).round() as u32;
                let (min, max) = (ticks(*min), ticks(*max));
                self.draw |= max > min;
                Action::Wait { min, max }
            }
            NodeAction::Look { at, .. } => {
                self.have_looks = true;
                Action::Look {
                    at: match *at {
                        LookAt::Direction { .. } => LookTarget::Direction(at.direction()?),
                        LookAt::Point { x, y } => LookTarget::Point(DVec2::new(x, y)),
                        LookAt::Marker { id } => {
                            LookTarget::Marker((context.marker_index)(id)? as u32)
                        }
                    },
                    turn: action.turn(context.dt),
                }
            }
            NodeAction::Sweep {
                from_deg,
                to_deg,
                times,
                ..
            } => {
                self.have_looks = true;
                let direction = |deg| LookAt::Direction { deg }.direction();
                Action::Sweep {
                    directions: [direction(*from_deg)?, direction(*to_deg)?],
                    times: *times,
                    turn: action.turn(context.dt),
                }
            }
            NodeAction::Speed { .. } | NodeAction::Emit { .. } | NodeAction::SetWall { .. } => {
                Action::Instant(instant(action)?)
            }
            NodeAction::Meet { name, count } => Action::Meet {
                meeting: self.meeting_index(name),
                count: *count,
            },
        })
    }

    fn meeting_index(&mut self, name: &str) -> u32 {
        let known = self.meetings.iter().position(|known| **known == *name);
        known.unwrap_or_else(|| {
            self.meetings.push(name.into());
            self.meetings.len() - 1
        }) as u32
    }
}

/// An action that is done at once. `None` for others, which segments cannot have.
fn instant(action: &NodeAction) -> Option<InstantAction> {
    match action {
        NodeAction::Speed { limit } => Some(InstantAction::Speed(limit.unwrap_or(f64::INFINITY))),
        NodeAction::Emit { name, value } => Some(InstantAction::Emit(Arc::new(Emitted {
            name: name.clone(),
            value: value.clone(),
        }))),
        NodeAction::SetWall { wall, open } => Some(InstantAction::SetWall(*wall, *open)),
        NodeAction::Wait { .. }
        | NodeAction::Look { .. }
        | NodeAction::Sweep { .. }
        | NodeAction::Meet { .. } => None,
    }
}

/// The node to go to, if it exists.
fn next_stop(context: &ScriptContext, next: &NextNode) -> Option<NextStop> {
    let route = (context.path_index)(next.path)?;
    let node = context.paths[route].index_of(next.node)?;
    Some(NextStop {
        route: route as u32,
        stop: Stop {
            path: next.path,
            node: node as u32,
        },
        weight: next.weight,
    })
}
