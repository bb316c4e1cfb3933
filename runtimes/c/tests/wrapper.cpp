/* steerwright.hpp: wrapper NAME.steer.json, the yard of the tests. */
#include "steerwright.hpp"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <utility>

static void require(bool holds, const char *what) {
    if (!holds) {
        std::cerr << "does not hold: " << what << '\n';
        std::exit(1);
    }
}

#define REQUIRE(what) require(what, #what)

template <typename Action> static sw_status status_of(Action action) {
    try {
        action();
    } catch (const steerwright::Error &error) {
        REQUIRE(error.what()[0] != '\0');
        return error.status();
    }
    return SW_OK;
}

int main(int argument_count, char **arguments) {
    REQUIRE(argument_count == 2);
    const std::string path = arguments[1];
    REQUIRE(status_of([] { steerwright::World("no/such.file"); }) == SW_ERROR_FILE);
    REQUIRE(status_of([] { steerwright::World::of_text("{}"); }) == SW_ERROR_FORMAT);

    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    steerwright::World made = steerwright::World::of_text(text.str()), world = std::move(made);
    REQUIRE(made.handle() == nullptr && status_of([&] { made.step(); }) == SW_ERROR_NULL_POINTER);

    const std::uint32_t id = world.find_agent("J\xc3\xbcrgen");
    REQUIRE(world.name(id) == "J\xc3\xbcrgen" && world.agent(id).id == id);
    REQUIRE(status_of([&] { world.find_agent("missing"); }) == SW_ERROR_NOT_FOUND);
    steerwright::check(sw_world_drive(world.handle(), id, 1.0, 2.0));

    steerwright::World other(path);
    steerwright::check(sw_world_drive(other.handle(), id, 1.0, 2.0));
    std::size_t events = 0;
    for (int i = 0; i < 300; i++) {
        if (i == 150) {
            world.apply_scene(text.str());
            REQUIRE(status_of([&] { world.apply_scene("{}"); }) == SW_ERROR_FORMAT);
        }
        world.step();
        REQUIRE(other.advance(1.0 / 60.0) == 1 && other.interpolation_alpha() < 1e-9);
        events += world.events().size();
        REQUIRE(world.agents().size() == 5 && world.events().size() == other.events().size());
    }
    for (std::size_t i = 0; i < world.agents().size(); i++) {
        REQUIRE(world.agents()[i].x == other.agents()[i].x && world.agents()[i].y == other.agents()[i].y);
    }
    REQUIRE(events > 0);
    REQUIRE(world.tick() == 300 && world.time() == 5.0);
    REQUIRE(world.agent(id).x == 1.0 && world.agent(id).y == 2.0);

    const std::string save = world.save();
    const std::uint64_t hash = world.hash64();
    const steerwright::Snapshot snapshot = world.snapshot();
    world.noise(1.0, 2.0, 3.0);
    REQUIRE(world.hash64() != hash);
    world.restore(snapshot);
    REQUIRE(world.hash64() == hash && world.save() == save);
    world.step();
    world.load_save(save);
    REQUIRE(world.hash64() == hash && world.tick() == 300 && world.events().empty());
    REQUIRE(status_of([&] { world.load_save("{}"); }) == SW_ERROR_FORMAT);

    const std::uint32_t round = world.find_path("Round"), enemy = world.spawn(world.find_preset("Guard"), 1.0, 2.0);
    REQUIRE(enemy == 6 && world.agent(enemy).x == 1.0 && world.name(enemy).empty());
    world.set_path(enemy, round);
    world.set_leader(enemy, SW_NONE);
    world.set_preset(enemy, world.find_preset("Visitor"));
    REQUIRE(status_of([&] { world.spawn(99, 0.0, 0.0); }) == SW_ERROR_NOT_FOUND);
    REQUIRE(status_of([&] { world.replace_preset(1, "{}"); }) == SW_ERROR_FORMAT);
    REQUIRE(world.path(round).closed && world.path_at(round, 0.0).x == 0.0 && world.path_nearest(round, 0.0, 0.0).along == 0.0);
    REQUIRE(world.cell_at(3.5, 4.5).blocked && world.find_marker("Well") == 2);
    const std::uint32_t door = world.find_wall("Door"), hedge = world.find_wall("Hedge");
    REQUIRE(world.cell_at(2.5, -5.5).blocked && world.agents()[3].has_fov);
    REQUIRE(status_of([&] { world.find_wall("Window"); }) == SW_ERROR_NOT_FOUND);
    REQUIRE(status_of([&] { world.set_wall_open(hedge, true); }) == SW_ERROR_INVALID_ARGUMENT);
    REQUIRE(status_of([&] { world.sees(enemy, 99); }) == SW_ERROR_NOT_FOUND && !world.sees(enemy, enemy));
    const std::uint32_t visitor = world.spawn(world.find_preset("Visitor"), -1.0, 1.0), hidden = world.spawn(2, 5.0, 1.0);
    REQUIRE(!world.sees(visitor, hidden));
    world.set_wall_open(door, true);
    REQUIRE(world.sees(visitor, hidden) && !world.sees(hidden, visitor));
    world.despawn(visitor);
    world.despawn(hidden);
    world.despawn(enemy);
    REQUIRE(world.agents().size() == 5);
    std::cout << "all good\n";
    return 0;
}
