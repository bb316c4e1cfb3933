//! Advice about paths and their nodes.

use super::*;

pub(super) fn follow(scene: &mut Scene, finding: &Diagnostic, step: &Step, times: f64) -> bool {
    match finding.subject {
        Subject::Path(path) => follow_for_path(scene, path, step),
        Subject::Node(path, node) => {
            follow_for_traversal(scene, path, finding, step, times)
                || follow_for_node(scene, path, node, step)
        }
        Subject::Agent(agent) => {
            let path = scene.agent(agent).and_then(|agent| agent.path);
            let is_lead = step.words == "lead it around the cells";
            is_lead && path.is_some_and(|path| move_path(scene, path))
        }
        _ => false,
    }
}

/// Moves a path, and those who follow it, far away from everything.
fn move_path(scene: &mut Scene, path: PathId) -> bool {
    let far = DVec2::new(0.0, 200.0);
    for node in &mut scene.path_mut(path).expect("a path").nodes {
        node.position += far;
    }
    let agents = Arc::make_mut(&mut scene.agents).iter_mut();
    agents
        .filter(|agent| agent.path == Some(path))
        .for_each(|agent| agent.position += far);
    true
}

fn follow_for_path(scene: &mut Scene, path: PathId, step: &Step) -> bool {
    match step.words.as_str() {
        "add nodes to the path" => {
            let nodes = [(1, 0.0), (2, 9.0)];
            let nodes = nodes.map(|(id, x)| Node::at(NodeId(id), DVec2::new(x, 50.0)));
            scene.path_mut(path).expect("a path").nodes = nodes.to_vec();
        }
        "delete it" => {
            scene.paths.retain(|own| own.id != path);
            for agent in Arc::make_mut(&mut scene.agents) {
                agent.path.take_if(|own| *own == path);
            }
        }
        "assign it to an agent that follows paths" => {
            let place = scene.path(path).expect("a path").nodes[0].position;
            let preset = PresetId(1);
            let id = scene.next_agent_id();
            let mut agent = Agent::at(id, "Follower", preset, place);
            agent.path = Some(path);
            Arc::make_mut(&mut scene.agents).push(agent);
        }
        _ => return false,
    }
    true
}

fn follow_for_traversal(
    scene: &mut Scene,
    path: PathId,
    finding: &Diagnostic,
    step: &Step,
    times: f64,
) -> bool {
    let own = scene.path_mut(path).expect("a path");
    match step.words.as_str() {
        "set the traversal to once, so that the agent stops at the end" => {
            own.traversal = Traversal::Once;
        }
        "move the nodes apart; otherwise the agent reaches one right after the other"
        | "move the nodes apart" => {
            for (i, node) in own.nodes.iter_mut().enumerate() {
                node.position += DVec2::new(i as f64, 0.0) * times;
            }
        }
        "delete one of them" => {
            let at = finding.pointer.rsplit('/').next().expect("an index");
            own.nodes.remove(at.parse().expect("an index"));
        }
        "lower the radii of both nodes to # m or less" => own
            .nodes
            .iter_mut()
            .for_each(|node| node.radius = Some(step.number())),
        "lead the path around the wall"
        | "lead the path around the walls"
        | "lead the path around the cells"
        | "lead the path around the walls and blocked cells"
        | "move the path away from the wall"
        | "move the path away from the blocked cell" => return move_path(scene, path),
        _ => return false,
    }
    true
}

fn follow_for_node(scene: &mut Scene, path: PathId, node: NodeId, step: &Step) -> bool {
    let node = scene.node_mut(path, node).expect("a node");
    match step.words.as_str() {
        "raise the node radius to # m" | "lower the node's radius to # m or less" => {
            node.radius = Some(step.number());
        }
        "add a speed limit of # m/s" => {
            assert_eq!(node.speed, None);
            node.speed = Some(step.number());
        }
        "lower the speed limit to # m/s" => {
            assert!(node.speed > Some(step.number()));
            node.speed = Some(step.number());
        }
        "raise the speed limit to # m/s" => {
            assert!(node.speed.is_some_and(|speed| speed < step.number()));
            node.speed = Some(step.number());
        }
        "remove the speed limit" => node.speed = None,
        _ => return false,
    }
    true
}
