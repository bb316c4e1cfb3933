// Yuka (npm `yuka`) on workloads A, B and C of ../SPEC.md.
// usage: node yuka.mjs A|B|C AGENTS STEPS REPETITIONS WARMUP [cells=10]
//
// Its neighbors come from its own cell partition. It visits every cell for every agent: `cells` is the number of cells a side
// that was fastest at 1,024 agents.
import {
    ArriveBehavior, CellSpacePartitioning, EntityManager, EvadeBehavior, FollowPathBehavior, Path, SeparationBehavior,
    SteeringBehavior, Vector3, Vehicle,
} from 'yuka';

const [workload, ...numbers] = process.argv.slice(2);
const [requested, steps, repetitions, warmup] = numbers.slice(0, 4).map(Number);
const cells = Number(numbers[4]?.replace('cells=', '') ?? 10);

const DT = 1 / 60, TILE_SIDE = 32, NODES = 64, STATES = 126, GROUP = 51;
const hasGroups = workload === 'C';
const tiles = hasGroups ? Math.floor(requested / GROUP) : Math.ceil(requested / NODES);
const count = hasGroups ? tiles * GROUP : requested;
const columns = Math.ceil(Math.sqrt(tiles) - 1e-9), half = columns * TILE_SIDE / 2;

let state = 12345;
function random() {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4294967296;
}

function permutation(length) {
    const order = Array.from({ length }, (_, i) => i);
    for (let i = length - 1; i > 0; i--) {
        const j = Math.floor(random() * (i + 1));
        [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
}

function nodePosition(tile, index) {
    const row = Math.floor(index / 8), column = row & 1 ? 7 - index % 8 : index % 8;
    return [
        tile % columns * TILE_SIDE + 2 + 4 * column - half,
        Math.floor(tile / columns) * TILE_SIDE + 2 + 4 * row - half,
    ];
}

// Ping-pong is a loop over the unfolded path. Agents of a tile share its waypoints.
const waypointsOfTile = new Map();
function pathOf(tile, startState) {
    if (!waypointsOfTile.has(tile)) {
        const nodes = Array.from({ length: NODES }, (_, i) => {
            const [x, y] = nodePosition(tile, i);
            return new Vector3(x, 0, y);
        });
        waypointsOfTile.set(tile, Array.from({ length: STATES }, (_, i) => nodes[i < NODES ? i : STATES - i]));
    }
    const path = new Path();
    path.loop = true;
    path._waypoints = waypointsOfTile.get(tile);
    path._index = startState;
    return path;
}

class FollowLeader extends SteeringBehavior {
    constructor(leader) {
        super();
        this.leader = leader;
        this.arrive = new ArriveBehavior(new Vector3(), 2 / 3, 0);
        this.evade = new EvadeBehavior(leader, 10, 1);
        this.heading = new Vector3();
        this.ahead = new Vector3();
        this.force = new Vector3();
    }

    calculate(vehicle, force, delta) {
        this.heading.copy(this.leader.velocity).normalize();
        this.arrive.target.copy(this.heading).multiplyScalar(-1.5).add(this.leader.position);
        this.arrive.calculate(vehicle, force, delta);
        this.ahead.copy(this.heading).multiplyScalar(1.5).add(this.leader.position);
        const sight = 2.5 * 2.5;
        if (this.ahead.squaredDistanceTo(vehicle.position) < sight
            || this.leader.position.squaredDistanceTo(vehicle.position) < sight) {
            this.evade.calculate(vehicle, this.force.set(0, 0, 0), delta);
            force.add(this.force);
        }
        return force;
    }
}

function makeVehicle(x, y, vx, vy, maxSpeed) {
    const vehicle = new Vehicle();
    vehicle.maxSpeed = maxSpeed;
    vehicle.maxForce = 10;
    vehicle.mass = 1;
    vehicle.position.set(x, 0, y);
    vehicle.velocity.set(vx, 0, vy);
    if (workload !== 'A') {
        vehicle.updateNeighborhood = true;
        vehicle.neighborhoodRadius = hasGroups ? 1.6 : 6.4;
    }
    return vehicle;
}

function separation(weight) {
    const behavior = new SeparationBehavior();
    behavior.weight = weight;
    return behavior;
}

function makePathVehicles() {
    return permutation(count).map((slot) => {
        const tile = workload === 'A' ? 0 : Math.floor(slot / NODES), start = slot % NODES;
        const [x, y] = nodePosition(tile, start);
        const dx = (random() * 2 - 1) * 1.5, dy = (random() * 2 - 1) * 1.5;
        const forward = random() < 0.5;
        const current = forward || start === 0 ? start : STATES - start;
        const angle = random() * 2 * Math.PI;
        const vehicle = makeVehicle(x + dx, y + dy, 1.5 * Math.cos(angle), 1.5 * Math.sin(angle), 3);
        vehicle.steering.add(new FollowPathBehavior(pathOf(tile, (current + 1) % STATES), 1));
        if (workload === 'B') vehicle.steering.add(separation(4));
        return vehicle;
    });
}

function makeGroupVehicles() {
    const slots = permutation(count), leaders = [];
    const vehicles = slots.map((slot) => {
        const group = Math.floor(slot / GROUP), isLeader = slot % GROUP === 0;
        const [x, y] = nodePosition(group, group % 62);
        const dx = isLeader ? 0 : (random() * 2 - 1) * 4, dy = isLeader ? 0 : (random() * 2 - 1) * 4;
        const vehicle = makeVehicle(x + dx, y + dy, 0.1, 0.1, isLeader ? 2 : 3);
        if (isLeader) leaders[group] = vehicle;
        return vehicle;
    });
    vehicles.forEach((vehicle, i) => {
        const group = Math.floor(slots[i] / GROUP);
        vehicle.steering.add(slots[i] % GROUP === 0
            ? new FollowPathBehavior(pathOf(group, group % 62 + 1), 1)
            : new FollowLeader(leaders[group]));
        vehicle.steering.add(separation(1));
    });
    return vehicles;
}

const vehicles = hasGroups ? makeGroupVehicles() : makePathVehicles();
const manager = new EntityManager();
for (const vehicle of vehicles) manager.add(vehicle);
if (workload !== 'A') {
    // One empty cell all round: entities in cell 0 are added again every step.
    const side = (2 * half + 8) * cells / (cells - 2);
    manager.spatialIndex = new CellSpacePartitioning(side, 1, side, cells, 1, cells);
}

for (let i = 0; i < warmup; i++) manager.update(DT);
const cpu = [], wall = [];
for (let r = 0; r < repetitions; r++) {
    const cpuStart = process.cpuUsage(), wallStart = process.hrtime.bigint();
    for (let i = 0; i < steps; i++) manager.update(DT);
    wall.push(Number(process.hrtime.bigint() - wallStart) / (count * steps));
    const used = process.cpuUsage(cpuStart);
    cpu.push((used.user + used.system) * 1000 / (count * steps));
}
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const checksum = vehicles.reduce((sum, { position }) => sum + position.x + position.z, 0);
console.log(JSON.stringify({
    system: 'yuka', workload, agents: count, steps, cpu_ns: median(cpu), wall_ns: median(wall), checksum,
}));
