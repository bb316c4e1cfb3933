//! ORCA (crate `dodgy_2d`) on agents like those of workload B of `../../SPEC.md`: it avoids instead
//! of separating. The crate leaves finding neighbors to its caller; here they come from a uniform
//! grid.
//!
//! usage: dodgy_2d_driver B AGENTS STEPS REPETITIONS WARMUP

use dodgy_2d::{Agent, AvoidanceOptions, Vec2};
use rustix::time::{ClockId, clock_gettime};
use std::borrow::Cow;
use std::time::Instant;

const NODES: usize = 64;
const STATES: usize = 126;
const TILE_SIDE: f64 = 32.0;
const DT: f32 = 1.0 / 60.0;
const RADIUS: f32 = 6.4;
const MAX_SPEED: f32 = 3.0;

struct Random(u32);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        f64::from(self.0) / 4_294_967_296.0
    }
}

fn node_position(tile: usize, columns: usize, index: usize) -> Vec2 {
    let row = index / 8;
    let column = if row % 2 == 1 {
        7 - index % 8
    } else {
        index % 8
    };
    let half = columns as f64 * TILE_SIDE / 2.0;
    let place = |tile: usize, cell: usize| tile as f64 * TILE_SIDE + 2.0 + 4.0 * cell as f64 - half;
    Vec2::new(
        place(tile % columns, column) as f32,
        place(tile / columns, row) as f32,
    )
}

/// Agents by cell, by a counting sort.
struct Grid {
    cells: usize,
    half: f32,
    starts: Vec<usize>,
    members: Vec<usize>,
}

impl Grid {
    fn new(columns: usize, agents: usize) -> Self {
        let side = columns as f32 * TILE_SIDE as f32 + 16.0;
        let cells = (side / RADIUS).ceil() as usize + 1;
        Self {
            cells,
            half: side / 2.0,
            starts: vec![0; cells * cells + 1],
            members: vec![0; agents],
        }
    }

    fn cell(&self, position: Vec2) -> (usize, usize) {
        let index = |x: f32| (((x + self.half) / RADIUS) as usize).min(self.cells - 1);
        (index(position.x), index(position.y))
    }

    fn rebuild(&mut self, agents: &[Agent]) {
        let slot = |grid: &Self, agent: &Agent| {
            let (column, row) = grid.cell(agent.position);
            row * grid.cells + column
        };
        self.starts.fill(0);
        for agent in agents {
            let slot = slot(self, agent);
            self.starts[slot + 1] += 1;
        }
        for i in 1..self.starts.len() {
            self.starts[i] += self.starts[i - 1];
        }
        let mut next = self.starts.clone();
        for (i, agent) in agents.iter().enumerate() {
            let slot = slot(self, agent);
            self.members[next[slot]] = i;
            next[slot] += 1;
        }
    }

    fn neighbors<'a>(&self, agents: &'a [Agent], of: usize, found: &mut Vec<Cow<'a, Agent>>) {
        found.clear();
        let position = agents[of].position;
        let (column, row) = self.cell(position);
        for y in row.saturating_sub(1)..=(row + 1).min(self.cells - 1) {
            for x in column.saturating_sub(1)..=(column + 1).min(self.cells - 1) {
                let slot = y * self.cells + x;
                for &other in &self.members[self.starts[slot]..self.starts[slot + 1]] {
                    let near = agents[other].position.distance_squared(position) < RADIUS * RADIUS;
                    if other != of && near {
                        found.push(Cow::Borrowed(&agents[other]));
                    }
                }
            }
        }
    }
}

struct Crowd {
    agents: Vec<Agent>,
    tiles: Vec<usize>,
    states: Vec<usize>,
    columns: usize,
    grid: Grid,
    velocities: Vec<Vec2>,
}

impl Crowd {
    fn new(count: usize) -> Self {
        let mut random = Random(12345);
        let mut slots: Vec<usize> = (0..count).collect();
        for i in (1..count).rev() {
            slots.swap(i, (random.unit() * (i + 1) as f64) as usize);
        }
        let columns = ((count.div_ceil(NODES) as f64).sqrt() - 1e-9).ceil() as usize;
        let (mut agents, mut tiles, mut states) = (Vec::new(), Vec::new(), Vec::new());
        for slot in slots {
            let (tile, start) = (slot / NODES, slot % NODES);
            let jitter_x = (random.unit() * 2.0 - 1.0) * 1.5;
            let jitter_y = (random.unit() * 2.0 - 1.0) * 1.5;
            let forward = random.unit() < 0.5;
            let current = if forward || start == 0 {
                start
            } else {
                STATES - start
            };
            let angle = random.unit() * std::f64::consts::TAU;
            agents.push(Agent {
                position: node_position(tile, columns, start)
                    + Vec2::new(jitter_x as f32, jitter_y as f32),
                velocity: Vec2::new((1.5 * angle.cos()) as f32, (1.5 * angle.sin()) as f32),
                radius: 0.5,
                avoidance_responsibility: 1.0,
            });
            tiles.push(tile);
            states.push((current + 1) % STATES);
        }
        Self {
            grid: Grid::new(columns, count),
            velocities: Vec::with_capacity(count),
            agents,
            tiles,
            states,
            columns,
        }
    }

    fn node(&self, agent: usize) -> Vec2 {
        let state = self.states[agent];
        node_position(self.tiles[agent], self.columns, state.min(STATES - state))
    }

    fn step(&mut self) {
        let options = AvoidanceOptions {
            obstacle_margin: 0.5,
            time_horizon: 2.0,
            obstacle_time_horizon: 2.0,
        };
        self.grid.rebuild(&self.agents);
        self.velocities.clear();
        let mut neighbors = Vec::with_capacity(64);
        for i in 0..self.agents.len() {
            self.grid.neighbors(&self.agents, i, &mut neighbors);
            let position = self.agents[i].position;
            if (self.node(i) - position).length_squared() < 1.0 {
                self.states[i] = (self.states[i] + 1) % STATES;
            }
            let preferred = (self.node(i) - position).normalize() * MAX_SPEED;
            let velocity = self.agents[i].compute_avoiding_velocity(
                &neighbors,
                &[],
                preferred,
                MAX_SPEED,
                DT,
                &options,
            );
            self.velocities.push(velocity);
        }
        for (agent, &velocity) in self.agents.iter_mut().zip(&self.velocities) {
            agent.velocity = velocity;
            agent.position += velocity * DT;
        }
    }
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |i: usize| arguments[i].parse::<usize>().expect("a number");
    let (count, steps, repetitions, warmup) = (number(2), number(3), number(4), number(5));
    let mut crowd = Crowd::new(count);
    (0..warmup).for_each(|_| crowd.step());
    let (mut cpu, mut wall) = (Vec::new(), Vec::new());
    for _ in 0..repetitions {
        let (wall_start, cpu_start) = (Instant::now(), cpu_seconds());
        (0..steps).for_each(|_| crowd.step());
        let each = 1e9 / (count * steps) as f64;
        cpu.push((cpu_seconds() - cpu_start) * each);
        wall.push(wall_start.elapsed().as_secs_f64() * each);
    }
    let checksum: f32 = crowd
        .agents
        .iter()
        .map(|agent| agent.position.x + agent.position.y)
        .sum();
    println!(
        r#"{{"system": "dodgy_2d", "workload": "{}", "agents": {count}, "steps": {steps}, "cpu_ns": {:.1}, "wall_ns": {:.1}, "checksum": {checksum}}}"#,
        arguments[1],
        median(cpu),
        median(wall)
    );
}
