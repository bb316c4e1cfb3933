//! Bringing the places of an item in step with the map.

use crate::import::pairs;
use glam::DVec2;
use steerwright_runtime::scene::{Node, PatrolPath, Wall, WallNode};

/// A checksum of places, in hexadecimal digits.
pub fn checksum(points: impl Iterator<Item = DVec2>, closed: bool) -> String {
    // -0.0 and 0.0 are the same place.
    let parts = points.flat_map(|point| [(point.x + 0.0).to_bits(), (point.y + 0.0).to_bits()]);
    let parts = parts.chain([u64::from(closed)]);
    checksum_of(parts.flat_map(u64::to_le_bytes))
}

/// A checksum of bytes, in hexadecimal digits.
pub fn checksum_of(bytes: impl Iterator<Item = u8>) -> String {
    // FNV-1a.
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    for byte in bytes {
        sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{sum:016x}")
}

/// The checksum of a wall.
pub fn of_wall(wall: &Wall) -> String {
    checksum(wall.nodes.iter().map(|node| node.position), wall.closed)
}

/// The checksum of a path.
pub fn of_path(path: &PatrolPath) -> String {
    checksum(
        path.nodes.iter().map(|node| node.position),
        path.is_closed(),
    )
}

/// Moves the nodes of a wall to `points`. Nodes that stay keep their ids.
pub fn wall(wall: &mut Wall, points: &[DVec2], closed: bool) {
    let before: Vec<DVec2> = wall.nodes.iter().map(|node| node.position).collect();
    let mut next = wall.next_node_id();
    let nodes = points.iter().zip(pair(points, &before));
    wall.nodes = nodes
        .map(|(&position, known)| WallNode {
            id: known.map_or_else(|| take(&mut next.0).into(), |index| wall.nodes[index].id),
            position,
        })
        .collect();
    wall.closed = closed;
}

/// Moves the nodes of a path to `points`. Nodes that stay keep their ids, waits, speeds and radii.
pub fn path(path: &mut PatrolPath, points: &[DVec2]) {
    let before: Vec<DVec2> = path.nodes.iter().map(|node| node.position).collect();
    let mut next = path.next_node_id();
    let nodes = points.iter().zip(pair(points, &before));
    path.nodes = nodes
        .map(|(&position, known)| match known {
            Some(index) => Node {
                position,
                ..path.nodes[index].clone()
            },
            None => Node::at(take(&mut next.0).into(), position),
        })
        .collect();
}

fn take(next: &mut u32) -> u32 {
    let id = *next;
    *next = next.wrapping_add(1);
    id
}

/// The former node of each point: those at the same places at the start and at the end, and those
/// between in order.
fn pair(points: &[DVec2], before: &[DVec2]) -> Vec<Option<usize>> {
    let most = points.len().min(before.len());
    let start = points.iter().zip(before).take_while(|(a, b)| a == b);
    let start = start.count();
    let ends = points.iter().rev().zip(before.iter().rev());
    let end = ends.take(most - start).take_while(|(a, b)| a == b).count();
    let mut anchors: Vec<(usize, usize)> = (0..start).map(|index| (index, index)).collect();
    anchors.extend(
        (1..=end)
            .rev()
            .map(|back| (points.len() - back, before.len() - back)),
    );
    pairs::between(anchors, points.len(), before.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use steerwright_runtime::scene::{NodeId, WallId};

    #[test]
    fn a_new_corner_keeps_the_ids_of_the_others() {
        let at = |x: f64| DVec2::new(x, 0.0);
        let mut found = Wall::through(WallId(1), "", [at(0.0), at(1.0), at(3.0)]);
        wall(&mut found, &[at(0.0), at(1.0), at(2.0), at(3.0)], false);
        let ids: Vec<NodeId> = found.nodes.iter().map(|node| node.id).collect();
        assert_eq!(ids, [1, 2, 4, 3].map(NodeId));
        wall(&mut found, &[at(0.0), at(1.5), at(3.0)], false);
        let ids: Vec<NodeId> = found.nodes.iter().map(|node| node.id).collect();
        assert_eq!(ids, [1, 2, 3].map(NodeId));
    }
}
