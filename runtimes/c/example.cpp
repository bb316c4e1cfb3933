/*
 * A small C++ program with the library: example NAME.steer.json
 *
 * Runs the scene for 30 seconds as a game of 60 frames a second would, with waves of enemies, and prints what happens. Enemies come
 * in a scene with a preset "Guard" and a path "Wall", like presets/scenes/gate-patrol.scene.json.
 *
 *     c++ -std=c++11 -I include example.cpp -L LIBRARY_FOLDER -lsteerwright_c -o example
 */
#include "steerwright.hpp"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

using Ids = std::vector<std::uint32_t>;

/* An enemy enters at the start of the patrol. */
static void spawn_enemy(steerwright::World &world, Ids &enemies, std::uint32_t guard, std::uint32_t wall) {
    const sw_point start = world.path_at(wall, 0.0);
    const std::uint32_t enemy = world.spawn(guard, start.x, start.y);
    world.set_path(enemy, wall);
    enemies.push_back(enemy);
    std::cout << "enemy " << enemy << " is spawned\n";
}

/* Enemies that come to the end of the patrol are gone. */
static void despawn_enemies(steerwright::World &world, Ids &enemies, std::uint32_t wall) {
    for (const std::uint32_t enemy : Ids(enemies)) {
        const sw_agent agent = world.agent(enemy);
        if (world.path_nearest(wall, agent.x, agent.y).along >= 0.95 * world.path(wall).length) {
            world.despawn(enemy);
            enemies.erase(std::find(enemies.begin(), enemies.end(), enemy));
            std::cout << "enemy " << enemy << " is despawned\n";
        }
    }
}

static void run(steerwright::World world) {
    std::uint32_t guard = 0, wall = 0;
    const bool has_waves = sw_world_find_preset(world.handle(), "Guard", &guard) == SW_OK
        && sw_world_find_path(world.handle(), "Wall", &wall) == SW_OK;
    Ids enemies;
    for (int frame = 0; frame < 1800; frame++) {
        if (frame % 600 == 0 && has_waves) {
            spawn_enemy(world, enemies, guard, wall);
        }
        world.advance(1.0 / 60.0);
        for (const sw_event &event : world.events()) {
            const std::string node = event.node == SW_NONE ? "" : " " + std::to_string(event.node);
            std::cout << "tick " << event.tick << ": agent " << event.agent << ' ' << sw_event_kind_name(event.kind) << node << '\n';
        }
        despawn_enemies(world, enemies, wall);
        if (frame % 60 == 59) {
            std::cout << std::fixed;
            for (const sw_agent &agent : world.agents()) {
                std::cout << std::setprecision(0) << world.time() << " s: " << world.name(agent.id) << " is at (" << std::setprecision(2)
                          << agent.x << ", " << agent.y << ")\n";
            }
        }
    }
}

int main(int argument_count, char **arguments) {
    if (argument_count != 2) {
        std::cerr << "usage: example NAME.steer.json\n";
        return 2;
    }
    try {
        run(steerwright::World(arguments[1]));
    } catch (const steerwright::Error &error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}
