//! Walls that block nothing, and edges that are there twice, have no length or cross each other.

use super::{Diagnostic, Rule, Severity, Subject, listed, named};
use steerwright_runtime::geometry::vector::cross;
use steerwright_runtime::level::Segment;
use steerwright_runtime::scene::{Scene, Wall};

/// The edges of a scene are compared in at most this many pairs.
const MAX_PAIRS: usize = 4_000_000;

pub(super) fn check(scene: &Scene, found: &mut Vec<Diagnostic>) {
    let mut pairs = MAX_PAIRS;
    for (index, wall) in scene.walls.iter().enumerate() {
        check_wall(index, wall, &mut pairs, found);
    }
}

fn check_wall(index: usize, wall: &Wall, pairs: &mut usize, found: &mut Vec<Diagnostic>) {
    let name = named(&wall.name, "Wall", index);
    let mut push = |rule, severity, pointer: String, message: String, help: String| {
        found.push(Diagnostic {
            rule,
            severity,
            subject: Subject::Wall(wall.id),
            moment: None,
            pointer,
            message,
            help,
        });
    };
    let edges: Vec<Segment> = wall.edges().collect();
    let points: Vec<usize> = (0..edges.len()).filter(|&i| edges[i].is_point()).collect();
    if points.len() == edges.len() {
        push(
            Rule::WallWithoutEdges,
            Severity::Warning,
            format!("/walls/{index}/nodes"),
            format!("{name} blocks nothing: it has no edge."),
            "Give it two nodes in different places, or delete it.".into(),
        );
        return;
    }
    if let Some(first) = points.first() {
        push(
            Rule::EdgeWithoutLength,
            Severity::Hint,
            format!("/walls/{index}/nodes/{first}"),
            match points.len() {
                1 => format!("Node {} of {name} lies on the next one.", first + 1),
                count => format!(
                    "{count} nodes of {name} lie on the next one: {}.",
                    listed(points.iter().map(|node| (node + 1).to_string()))
                ),
            },
            match points.len() {
                1 => "Delete one of the two nodes.",
                _ => "Delete the nodes that lie on the next one.",
            }
            .into(),
        );
    }
    if let Some((a, b, is_same)) = first_conflict(&edges, pairs) {
        let (rule, how) = if is_same {
            (Rule::EdgeTwice, "are the same")
        } else {
            (Rule::WallCrossesItself, "cross each other")
        };
        // With two nodes, the edge that closes the wall is the other one backward.
        let help = if wall.closed && wall.nodes.len() == 2 {
            "Disable \"Closed loop\".".to_owned()
        } else {
            let end = (b + 1) % wall.nodes.len();
            let mut without = wall.clone();
            without.nodes.remove(end);
            let edges: Vec<Segment> = without.edges().collect();
            let change = match first_conflict(&edges, pairs) {
                None => "move or delete",
                Some(_) => "move",
            };
            format!(
                "Both block, which may be intended. Otherwise, {change} node {}.",
                end + 1
            )
        };
        let message = format!(
            "The edges after the nodes {} and {} of {name} {how}.",
            a + 1,
            b + 1
        );
        let pointer = format!("/walls/{index}/nodes/{a}");
        push(rule, Severity::Hint, pointer, message, help);
    }
    if !(wall.blocks_motion || wall.blocks_sight) {
        push(
            Rule::WallWithoutEffect,
            Severity::Warning,
            format!("/walls/{index}/blocks_motion"),
            format!("{name} blocks nothing: neither motion nor sight."),
            "Let it block motion or sight, or delete it.".into(),
        );
    }
}

/// The first two edges that cross each other, or that are the same: their indices, and whether they
/// are the same. Only so many `pairs` are compared, from the left.
fn first_conflict(edges: &[Segment], pairs: &mut usize) -> Option<(usize, usize, bool)> {
    let left = |i: usize| edges[i].a.x.min(edges[i].b.x);
    let right = |i: usize| edges[i].a.x.max(edges[i].b.x);
    let mut order: Vec<usize> = (0..edges.len()).filter(|&i| !edges[i].is_point()).collect();
    order.sort_by(|&i, &j| left(i).total_cmp(&left(j)).then(i.cmp(&j)));
    let mut first: Option<(usize, usize, bool)> = None;
    for (place, &i) in order.iter().enumerate() {
        for &j in &order[place + 1..] {
            if left(j) > right(i) || *pairs == 0 {
                break;
            }
            *pairs -= 1;
            let is_same = are_the_same(&edges[i], &edges[j]);
            if is_same || do_cross(&edges[i], &edges[j]) {
                let conflict = (i.min(j), i.max(j), is_same);
                if first.is_none_or(|known| conflict < known) {
                    first = Some(conflict);
                }
            }
        }
    }
    first
}

fn are_the_same(one: &Segment, other: &Segment) -> bool {
    (one.a, one.b) == (other.a, other.b) || (one.a, one.b) == (other.b, other.a)
}

/// Whether each segment has an end on both sides of the other.
fn do_cross(one: &Segment, other: &Segment) -> bool {
    let sides = |of: &Segment, by: &Segment| {
        let along = of.b - of.a;
        (cross(along, by.a - of.a), cross(along, by.b - of.a))
    };
    let apart = |(a, b): (f64, f64)| (a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0);
    apart(sides(one, other)) && apart(sides(other, one))
}
