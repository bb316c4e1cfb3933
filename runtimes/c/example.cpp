/*
 * The smallest C++ program with the library: example NAME.steer.json
 *
 * Runs the scene for 10 seconds as a game of 60 frames a second would, and prints what happens.
 *
 *     c++ -std=c++11 -I include example.cpp -L LIBRARY_FOLDER -lsteerwright_c -o example
 */
#include "steerwright.hpp"

#include <iomanip>
#include <iostream>
#include <string>

static void run(steerwright::World world) {
    for (int frame = 1; frame <= 600; frame++) {
        world.advance(1.0 / 60.0);
        for (const sw_event &event : world.events()) {
            const std::string node = event.node == SW_NONE ? "" : " " + std::to_string(event.node);
            std::cout << "tick " << event.tick << ": agent " << event.agent << ' ' << sw_event_kind_name(event.kind) << node << '\n';
        }
        if (frame % 60 == 0) {
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
