// The limit: a kernel for the workloads of ../SPEC.md and nothing else, as near to what the machine can do as we know how. It
// has no features: one behavior list per workload, no waits, no events, no edits.
//
// Agents lie in vector lanes, candidates for neighbors are broadcast. Agents are sorted by cell every `resort` steps; the cells
// are a skin wider than the radius, which covers what agents can move in between. Results are copied to the caller's order.
//
// build: g++ -O3 -std=c++17 -fno-math-errno -fno-trapping-math -ffp-contract=off -march=x86-64-v3 limit_kernel.cpp -o limit
// run:   ./limit A|B|C AGENTS STEPS REPETITIONS WARMUP [resort=8] [columns=4]
#include "vector.h"
#include "workloads.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <time.h>

namespace {

using namespace workloads;

template <class T> T *allocate(size_t count) {
    void *memory = nullptr;
    // The last summand keeps columns from starting at the same offset of a page, where stores would delay loads.
    size_t bytes = ((count * sizeof(T) + 255) & ~size_t(255)) + 2368;
    if (posix_memalign(&memory, 256, bytes)) abort();
    memset(memory, 0, bytes);
    return (T *)memory;
}

int agent_count, tile_count, columns;
int resort_interval = 8;
// Cells are `cell_columns` times narrower than they are high: fewer candidates to the left and right.
int cell_columns = 4;

// What is sorted, and where it is sorted to. `state`: tile * 128 + state of the path, or group * 2 + is_leader in workload C.
struct Columns {
    double *x, *y, *vx, *vy;
    int32_t *state, *caller;
    void allocate_for(size_t count) {
        for (double **column : {&x, &y, &vx, &vy}) *column = allocate<double>(count);
        for (int32_t **column : {&state, &caller}) *column = allocate<int32_t>(count);
    }
} agents, sorted;
double *force_x, *force_y;
double *result_x, *result_y;
double *node_x, *node_y;

int32_t node_index(int32_t state) {
    int unfolded = state & 127;
    return (state >> 7) * nodes_per_tile + std::min(unfolded, states_per_tile - unfolded);
}

template <bool HAS_FORCES> void follow_paths() {
    const Vector speed = splat(max_speed), force = splat(max_force), step = splat(dt);
    const Vector reached = splat(node_radius * node_radius), tiny = splat(1e-20);
    for (int i = 0; i < agent_count; i += lanes) {
        Vector x = load(agents.x + i), y = load(agents.y + i), vx = load(agents.vx + i), vy = load(agents.vy + i);
        int32_t index[lanes];
        for (int k = 0; k < lanes; k++) index[k] = node_index(agents.state[i + k]);
        Vector target_x = gather(node_x, index), target_y = gather(node_y, index);
        Vector dx = target_x - x, dy = target_y - y, squared = dx * dx + dy * dy;
        Mask hit = squared < reached;
        if (__builtin_expect(any(hit), 0)) {
            for (int k = 0; k < lanes; k++) {
                if (!hit[k]) continue;
                int32_t state = agents.state[i + k];
                int next = (state & 127) + 1 == states_per_tile ? 0 : (state & 127) + 1;
                agents.state[i + k] = state = (state & ~127) | next;
                target_x[k] = node_x[node_index(state)];
                target_y[k] = node_y[node_index(state)];
            }
            dx = target_x - x, dy = target_y - y, squared = dx * dx + dy * dy;
        }
        Vector to_speed = speed / square_root(maximum(squared, tiny));
        Vector ax = dx * to_speed - vx, ay = dy * to_speed - vy;
        if (HAS_FORCES) ax += load(force_x + i), ay += load(force_y + i);
        Vector limited = force / maximum(square_root(ax * ax + ay * ay), force) * step;
        vx += ax * limited, vy += ay * limited;
        Vector slowed = speed / maximum(square_root(vx * vx + vy * vy), speed);
        vx *= slowed, vy *= slowed;
        store(agents.vx + i, vx), store(agents.vy + i, vy);
        store(agents.x + i, x + vx * step), store(agents.y + i, y + vy * step);
    }
}

struct Grid {
    uint32_t *cell_of, *cell_of_sorted, *ends;
    int width, height;
    double corner, cell_width, cell_height;
    size_t cells;

    void make(double radius) {
        double skin = 2 * max_speed * dt * (resort_interval - 1);
        cell_height = radius + skin;
        cell_width = cell_height / cell_columns;
        double side = columns * tile_side + 8;
        corner = -side / 2;
        width = (int)std::ceil(side / cell_width) + 2 * cell_columns;
        height = (int)std::ceil(side / cell_height) + 2;
        cells = (size_t)width * height;
        ends = allocate<uint32_t>(cells + 2);
        cell_of = allocate<uint32_t>(agent_count + 64);
        cell_of_sorted = allocate<uint32_t>(agent_count + 64);
    }

    // A counting sort. Afterwards `ends[c]` is the end of cell c, which is the start of cell c + 1.
    void sort_agents() {
        const int inner_width = width - 2 * cell_columns, inner_height = height - 2;
        const double per_width = 1 / cell_width, per_height = 1 / cell_height;
        for (int i = 0; i < agent_count; i++) {
            int column = (int)((agents.x[i] - corner) * per_width), row = (int)((agents.y[i] - corner) * per_height);
            column = std::min(std::max(column, 0), inner_width - 1);
            row = std::min(std::max(row, 0), inner_height - 1);
            cell_of[i] = (uint32_t)((row + 1) * width + column + cell_columns);
        }
        memset(ends, 0, (cells + 2) * sizeof *ends);
        for (int i = 0; i < agent_count; i++) ends[cell_of[i] + 1]++;
        uint32_t sum = 0;
        for (size_t c = 0; c < cells + 1; c++) ends[c] = sum += ends[c];
        for (int i = 0; i < agent_count; i++) {
            uint32_t cell = cell_of[i], to = ends[cell]++;
            sorted.x[to] = agents.x[i], sorted.y[to] = agents.y[i];
            sorted.vx[to] = agents.vx[i], sorted.vy[to] = agents.vy[i];
            sorted.state[to] = agents.state[i], sorted.caller[to] = agents.caller[i];
            cell_of_sorted[to] = cell;
        }
        std::swap(agents, sorted);
    }

    uint32_t start(size_t cell) const { return ends[cell - 1]; }
    uint32_t end(size_t cell) const { return ends[cell]; }
} grid;

void separate(double radius, double strength) {
    const Vector squared_radius = splat(radius * radius), tiny = splat(1e-12), one = splat(1), weight = splat(strength);
    for (int row = 1; row <= grid.height - 2; row++) {
        size_t row_start = (size_t)row * grid.width;
        uint32_t first = grid.start(row_start + cell_columns), end = grid.end(row_start + grid.width - 1 - cell_columns);
        for (uint32_t i = first; i < end; i += lanes) {
            uint32_t last = std::min(i + lanes, end) - 1;
            size_t left = grid.cell_of_sorted[i] - cell_columns, right = grid.cell_of_sorted[last] + cell_columns;
            Vector x = load(agents.x + i), y = load(agents.y + i), sum_x = splat(0), sum_y = splat(0);
            for (int up = -1; up <= 1; up++) {
                uint32_t from = grid.start(left + (ptrdiff_t)up * grid.width);
                uint32_t to = grid.end(right + (ptrdiff_t)up * grid.width);
                for (uint32_t j = from; j < to; j++) {
                    Vector dx = x - agents.x[j], dy = y - agents.y[j], squared = dx * dx + dy * dy;
                    Vector w = masked(squared < squared_radius, one / maximum(squared, tiny));
                    sum_x += dx * w, sum_y += dy * w;
                }
            }
            store(force_x + i, sum_x * weight), store(force_y + i, sum_y * weight);
        }
    }
}

// Workload C.
constexpr double leader_speed = 2.0, behind = 1.5, ahead = 1.5, sight = 2.5, slow_radius = 2.0;
constexpr double group_separation_radius = 1.6, group_separation_strength = 1.0;
// Per group; targets are those of the followers at 2 * group and of the leader at 2 * group + 1.
double *target_x, *target_y, *leader_x, *leader_y, *leader_vx, *leader_vy, *ahead_x, *ahead_y;
int32_t *leader_state, *leader_slot;

void find_leaders() {
    for (int i = 0; i < agent_count; i++)
        if (agents.state[i] & 1) leader_slot[agents.state[i] >> 1] = i;
}

void read_leaders() {
    for (int group = 0; group < tile_count; group++) {
        int i = leader_slot[group];
        double x = agents.x[i], y = agents.y[i], vx = agents.vx[i], vy = agents.vy[i];
        double speed = std::sqrt(std::max(vx * vx + vy * vy, 1e-20)), heading_x = vx / speed, heading_y = vy / speed;
        leader_x[group] = x, leader_y[group] = y, leader_vx[group] = vx, leader_vy[group] = vy;
        target_x[2 * group] = x - heading_x * behind, target_y[2 * group] = y - heading_y * behind;
        ahead_x[group] = x + heading_x * ahead, ahead_y[group] = y + heading_y * ahead;
        int node = node_index((group << 7) | leader_state[group]);
        double dx = node_x[node] - x, dy = node_y[node] - y;
        if (dx * dx + dy * dy < node_radius * node_radius) {
            if (++leader_state[group] == states_per_tile) leader_state[group] = 0;
            node = node_index((group << 7) | leader_state[group]);
        }
        target_x[2 * group + 1] = node_x[node], target_y[2 * group + 1] = node_y[node];
    }
}

void follow_leaders() {
    typedef int32_t Indices __attribute__((vector_size(lanes * 4)));
    const Vector follower_speed = splat(max_speed), lead_speed = splat(leader_speed), force = splat(max_force);
    const Vector step = splat(dt), tiny = splat(1e-20), one = splat(1), per_slow_radius = splat(1 / slow_radius);
    const Vector squared_sight = splat(sight * sight), per_speeds = splat(1 / (max_speed + leader_speed));
    for (int i = 0; i < agent_count; i += lanes) {
        Vector x = load(agents.x + i), y = load(agents.y + i), vx = load(agents.vx + i), vy = load(agents.vy + i);
        Indices states;
        memcpy(&states, agents.state + i, sizeof states);
        Indices groups = states >> 1;
        int32_t group[lanes];
        memcpy(group, &groups, sizeof group);
        Mask leads = __builtin_convertvector(-(states & 1), Mask);
        Vector dx = gather(target_x, agents.state + i) - x, dy = gather(target_y, agents.state + i) - y;
        Vector distance = square_root(maximum(dx * dx + dy * dy, tiny)), speed = leads ? lead_speed : follower_speed;
        Vector ramp = distance * per_slow_radius;
        ramp = leads ? one : (ramp < one ? ramp : one);
        Vector to_speed = speed * ramp / distance;
        Vector ax = dx * to_speed - vx + load(force_x + i), ay = dy * to_speed - vy + load(force_y + i);
        Vector lx = gather(leader_x, group), ly = gather(leader_y, group);
        Vector fx = x - gather(ahead_x, group), fy = y - gather(ahead_y, group), ox = x - lx, oy = y - ly;
        Vector to_leader = ox * ox + oy * oy;
        Mask sees = ((fx * fx + fy * fy < squared_sight) | (to_leader < squared_sight)) & ~leads;
        if (any(sees)) {
            Vector time = square_root(to_leader) * per_speeds;
            Vector ex = x - (lx + gather(leader_vx, group) * time), ey = y - (ly + gather(leader_vy, group) * time);
            Vector flee = follower_speed / square_root(maximum(ex * ex + ey * ey, tiny));
            ax += masked(sees, ex * flee - vx), ay += masked(sees, ey * flee - vy);
        }
        Vector limited = force / maximum(square_root(ax * ax + ay * ay), force) * step;
        vx += ax * limited, vy += ay * limited;
        Vector slowed = speed / maximum(square_root(vx * vx + vy * vy), speed);
        vx *= slowed, vy *= slowed;
        store(agents.vx + i, vx), store(agents.vy + i, vy);
        store(agents.x + i, x + vx * step), store(agents.y + i, y + vy * step);
    }
}

double seconds(clockid_t clock) {
    timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void set_up(char workload) {
    bool groups = workload == 'C';
    tile_count = groups ? agent_count / group_size : (agent_count + nodes_per_tile - 1) / nodes_per_tile;
    if (groups) agent_count = tile_count * group_size;
    columns = tiles_per_row(tile_count);
    size_t count = agent_count + 64;
    agents.allocate_for(count), sorted.allocate_for(count);
    for (double **column : {&force_x, &force_y, &result_x, &result_y}) *column = allocate<double>(count);
    for (double **column : {&node_x, &node_y}) *column = allocate<double>((size_t)tile_count * nodes_per_tile);
    for (int tile = 0; tile < tile_count; tile++)
        for (int k = 0; k < nodes_per_tile; k++) {
            Point at = node(tile, columns, k);
            node_x[tile * nodes_per_tile + k] = at.x, node_y[tile * nodes_per_tile + k] = at.y;
        }
    for (double **column : {&leader_x, &leader_y, &leader_vx, &leader_vy, &ahead_x, &ahead_y})
        *column = allocate<double>(tile_count);
    for (double **column : {&target_x, &target_y}) *column = allocate<double>(2 * tile_count);
    for (int32_t **column : {&leader_state, &leader_slot}) *column = allocate<int32_t>(tile_count);
    auto start = groups ? group_agents(agent_count) : path_agents(agent_count, workload == 'A');
    for (int i = 0; i < agent_count; i++) {
        agents.x[i] = start[i].x, agents.y[i] = start[i].y, agents.vx[i] = start[i].vx, agents.vy[i] = start[i].vy;
        agents.state[i] = groups ? start[i].tile * 2 + start[i].is_leader : start[i].tile * 128 + start[i].state;
        agents.caller[i] = i;
        if (start[i].is_leader) leader_state[start[i].tile] = start[i].state;
    }
    if (workload != 'A') grid.make(groups ? group_separation_radius : separation_radius);
}

} // namespace

int main(int count, char **arguments) {
    if (count < 6 || !strchr("ABC", arguments[1][0])) {
        fprintf(stderr, "usage: limit A|B|C AGENTS STEPS REPETITIONS WARMUP [resort=8] [columns=4]\n");
        return 2;
    }
    char workload = arguments[1][0];
    agent_count = atoi(arguments[2]);
    int steps = atoi(arguments[3]), repetitions = atoi(arguments[4]), warmup = atoi(arguments[5]);
    for (int i = 6; i < count; i++) {
        if (!strncmp(arguments[i], "resort=", 7)) resort_interval = atoi(arguments[i] + 7);
        if (!strncmp(arguments[i], "columns=", 8)) cell_columns = atoi(arguments[i] + 8);
    }
    set_up(workload);
    int tick = 0;
    auto step = [&] {
        bool sort = workload != 'A' && tick++ % resort_interval == 0;
        if (sort) grid.sort_agents();
        if (workload == 'A') {
            follow_paths<false>();
        } else if (workload == 'B') {
            separate(separation_radius, separation_strength);
            follow_paths<true>();
        } else {
            if (sort) find_leaders();
            read_leaders();
            separate(group_separation_radius, group_separation_strength);
            follow_leaders();
        }
        for (int i = 0; i < agent_count; i++) {
            result_x[agents.caller[i]] = agents.x[i];
            result_y[agents.caller[i]] = agents.y[i];
        }
    };
    for (int i = 0; i < warmup; i++) step();
    std::vector<double> cpu, wall;
    for (int r = 0; r < repetitions; r++) {
        double wall_start = seconds(CLOCK_MONOTONIC), cpu_start = seconds(CLOCK_PROCESS_CPUTIME_ID);
        for (int i = 0; i < steps; i++) step();
        double each = 1e9 / ((double)agent_count * steps);
        cpu.push_back((seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu_start) * each);
        wall.push_back((seconds(CLOCK_MONOTONIC) - wall_start) * each);
    }
    double checksum = 0;
    for (int i = 0; i < agent_count; i++) checksum += result_x[i] + result_y[i];
    printf("{\"system\": \"limit\", \"vector_bytes\": %d, \"workload\": \"%c\", \"agents\": %d, \"steps\": %d, "
           "\"cpu_ns\": %.4g, \"wall_ns\": %.4g, \"checksum\": %.17g}\n",
           VECTOR_BYTES, workload, agent_count, steps, median(cpu), median(wall), checksum);
}
