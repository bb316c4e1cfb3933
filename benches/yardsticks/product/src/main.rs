//! Measures the runtime on a workload of `../SPEC.md`, and prints one line of JSON.

mod workload;

use allocation_counter::AllocationInfo;
use rustix::time::{ClockId, clock_gettime};
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::rayon::ThreadPoolBuilder;
use steerwright_runtime::simulation::World;
use workload::Workload;

const USAGE: &str = "usage: yardsticks A|B|C|V AGENTS STEPS REPETITIONS WARMUP [unread] [threads=N]
       yardsticks scene A|B|C|V AGENTS FILE
       yardsticks run A|B|C|V AGENTS STEPS

The first prints medians over the repetitions, in ns per agent and step. It reads all positions after each step, as a game
does; \"unread\" leaves that out. Several threads share a tick. The second writes the scene. The third prints only a checksum, to count instructions.";

/// Instructions are counted in the variant for SSE4.2: valgrind does not know every instruction of
/// wider ones.
const COUNTED_LANES: usize = 2;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["scene", workload, agents, file] => {
            let scene = workload.parse::<Workload>()?.scene(agents.parse()?);
            Ok(steerwright_format::save_scene(&scene, Path::new(file))?)
        }
        ["run", workload, agents, steps] => {
            let scene = workload.parse::<Workload>()?.scene(agents.parse()?);
            let mut world = World::new(&scene);
            world.limit_lanes(COUNTED_LANES);
            let mut driver = Driver::new(world, Vec::new(), false);
            driver.steps(steps.parse()?);
            println!("{:?}", driver.checksum());
            Ok(())
        }
        [
            workload,
            agents,
            steps,
            repetitions,
            warmup,
            ref options @ ..,
        ] => {
            let mut run = Run {
                workload: workload.parse()?,
                agents: agents.parse()?,
                steps: steps.parse()?,
                repetitions: repetitions.parse()?,
                warmup: warmup.parse()?,
                reads_positions: true,
                threads: 1,
            };
            for option in options {
                match option.strip_prefix("threads=") {
                    Some(threads) => run.threads = threads.parse()?,
                    None if *option == "unread" => run.reads_positions = false,
                    None => return Err(USAGE.into()),
                }
            }
            println!("{}", run.measure().ok_or("measure at least one step")?);
            Ok(())
        }
        _ => Err(USAGE.into()),
    }
}

/// What is measured, and how often.
struct Run {
    workload: Workload,
    agents: usize,
    steps: usize,
    repetitions: usize,
    warmup: usize,
    reads_positions: bool,
    threads: usize,
}

impl Run {
    /// The line of JSON; `None` where there is nothing to measure.
    fn measure(&self) -> Option<String> {
        let mut made = None;
        let scene_memory = allocation_counter::measure(|| {
            made = Some(self.workload.scene(self.agents));
        });
        let scene = made?;
        let mut made = None;
        let mut positions = vec![DVec2::ZERO; scene.agents.len()];
        let world_memory = allocation_counter::measure(|| {
            let positions = std::mem::take(&mut positions);
            let mut driver = Driver::new(World::new(&scene), positions, self.reads_positions);
            driver.steps(self.warmup);
            made = Some(driver);
        });
        let mut driver = made?;
        if self.threads > 1 {
            let pool = ThreadPoolBuilder::new().num_threads(self.threads).build();
            driver.world.set_thread_pool(pool.ok().map(Arc::new));
        }
        let count = driver.positions.len();
        let each = 1e9 / (count * self.steps) as f64;
        let mut cpu = Vec::with_capacity(self.repetitions);
        let mut wall = Vec::with_capacity(self.repetitions);
        let step_memory = allocation_counter::measure(|| {
            for _ in 0..self.repetitions {
                let (wall_start, cpu_start) = (Instant::now(), cpu_seconds());
                driver.steps(self.steps);
                cpu.push((cpu_seconds() - cpu_start) * each);
                wall.push(wall_start.elapsed().as_secs_f64() * each);
            }
        });
        let checksum = driver.checksum();
        Some(format!(
            r#"{{"system": "steerwright", "workload": "{:?}", "agents": {count}, "threads": {}, "steps": {}, "cpu_ns": {:.2}, "wall_ns": {:.2}, "world_bytes": {:.0}, "scene_bytes": {:.0}, "allocations": {}, "checksum": {checksum:.17}}}"#,
            self.workload,
            self.threads,
            self.steps,
            median(cpu)?,
            median(wall)?,
            bytes_each(&world_memory, count),
            bytes_each(&scene_memory, count),
            step_memory.count_total,
        ))
    }
}

fn bytes_each(memory: &AllocationInfo, agents: usize) -> f64 {
    memory.bytes_current as f64 / agents as f64
}

/// A world, and the positions that a game reads from it after every step.
struct Driver {
    world: World,
    positions: Vec<DVec2>,
    reads_positions: bool,
}

impl Driver {
    fn new(world: World, positions: Vec<DVec2>, reads_positions: bool) -> Self {
        Self {
            world,
            positions,
            reads_positions,
        }
    }

    fn steps(&mut self, count: usize) {
        for _ in 0..count {
            self.world.step();
            if self.reads_positions {
                for (position, agent) in self.positions.iter_mut().zip(self.world.agents()) {
                    *position = agent.position;
                }
                black_box(&mut self.positions);
            }
        }
    }

    /// The sum of all coordinates: equal bits give equal sums.
    fn checksum(&self) -> f64 {
        let sum = |sum: f64, p: DVec2| sum + (p.x + p.y);
        self.world
            .agents()
            .map(|agent| agent.position)
            .fold(0.0, sum)
    }
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}
