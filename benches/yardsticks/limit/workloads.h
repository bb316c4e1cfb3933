// The workloads of ../SPEC.md: the same positions, velocities and target nodes in every driver.
#pragma once
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace workloads {

constexpr double dt = 1.0 / 60.0;
constexpr double max_speed = 3.0;
constexpr double max_force = 10.0;
constexpr double node_radius = 1.0;
constexpr double separation_radius = 6.4;
constexpr double separation_strength = 4.0;
constexpr double tile_side = 32.0;
constexpr int nodes_per_tile = 64;
// Ping-pong over 64 nodes is a loop over 126 states: 0 to 63, then 62 to 1.
constexpr int states_per_tile = 126;
constexpr int group_size = 51;

struct Random {
    uint32_t state = 12345;
    double unit() {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        return state / 4294967296.0;
    }
};

struct Point {
    double x, y;
};

struct Agent {
    double x, y, vx, vy;
    int tile;
    // The state whose node it walks to.
    int state;
    bool is_leader;
};

inline int tiles_per_row(int tiles) { return (int)std::ceil(std::sqrt((double)tiles) - 1e-9); }

inline int node_of_state(int state) { return state < nodes_per_tile ? state : states_per_tile - state; }

inline Point node(int tile, int columns, int index) {
    int row = index / 8;
    int column = (row & 1) ? 7 - index % 8 : index % 8;
    double half = columns * tile_side / 2;
    return {tile % columns * tile_side + 2 + 4 * column - half, tile / columns * tile_side + 2 + 4 * row - half};
}

inline std::vector<uint32_t> permutation(int count, Random &random) {
    std::vector<uint32_t> order(count);
    for (int i = 0; i < count; i++) order[i] = i;
    for (int i = count - 1; i > 0; i--) std::swap(order[i], order[(int)(random.unit() * (i + 1))]);
    return order;
}

// Workloads A (everyone on tile 0) and B.
inline std::vector<Agent> path_agents(int count, bool one_tile) {
    Random random;
    auto slots = permutation(count, random);
    int columns = tiles_per_row((count + nodes_per_tile - 1) / nodes_per_tile);
    std::vector<Agent> agents(count);
    for (int i = 0; i < count; i++) {
        int slot = slots[i], tile = one_tile ? 0 : slot / nodes_per_tile, start = slot % nodes_per_tile;
        Point at = node(tile, columns, start);
        Agent &agent = agents[i];
        agent.x = at.x + (random.unit() * 2 - 1) * 1.5;
        agent.y = at.y + (random.unit() * 2 - 1) * 1.5;
        agent.tile = tile;
        agent.is_leader = false;
        bool forward = random.unit() < 0.5;
        int current = forward || start == 0 ? start : states_per_tile - start;
        agent.state = (current + 1) % states_per_tile;
        double angle = random.unit() * 6.283185307179586;
        agent.vx = 1.5 * std::cos(angle);
        agent.vy = 1.5 * std::sin(angle);
    }
    return agents;
}

// Workload C: one leader and 50 followers a tile; `count` is a multiple of 51.
inline std::vector<Agent> group_agents(int count) {
    Random random;
    auto slots = permutation(count, random);
    int columns = tiles_per_row(count / group_size);
    std::vector<Agent> agents(count);
    for (int i = 0; i < count; i++) {
        int group = slots[i] / group_size, member = slots[i] % group_size;
        Point at = node(group, columns, group % 62);
        Agent &agent = agents[i];
        agent.tile = group;
        agent.is_leader = member == 0;
        agent.state = group % 62 + 1;
        agent.x = at.x + (member ? (random.unit() * 2 - 1) * 4 : 0);
        agent.y = at.y + (member ? (random.unit() * 2 - 1) * 4 : 0);
        agent.vx = agent.vy = 0.1;
    }
    return agents;
}

} // namespace workloads
