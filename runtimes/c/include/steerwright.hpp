/*
 * steerwright.hpp: steerwright.h for C++11 and later. A steerwright::World frees itself, throws errors, and returns standard
 * containers; call the rest of steerwright.h with handle(). License: MIT OR Apache-2.0.
 *
 *     steerwright::World world("guard.steer.json");
 *     world.advance(seconds_since_the_last_frame);
 *     for (const sw_agent &agent : world.agents()) { draw(agent.x, agent.y); }
 */
#ifndef STEERWRIGHT_HPP
#define STEERWRIGHT_HPP

#include "steerwright.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace steerwright {

/* A failed call: its status, and its message as what(). */
class Error : public std::runtime_error {
public:
    explicit Error(sw_status status) : std::runtime_error(sw_last_error()), status_(status) {}
    sw_status status() const { return status_; }

private:
    sw_status status_;
};

/* Throws an Error if a call failed. */
inline void check(sw_status status) {
    if (status != SW_OK) {
        throw Error(status);
    }
}

/* A run of a scene; it can be moved, not copied. */
class World {
public:
    /* Of the file at path. */
    explicit World(const std::string &path) {
        sw_world *made = nullptr;
        check(sw_world_open(path.c_str(), &made));
        world_.reset(made);
    }

    /* Of the text of a file. */
    static World of_text(const std::string &text) {
        sw_world *made = nullptr;
        check(sw_world_load(text.data(), text.size(), &made));
        return World(made);
    }

    /* For every function of steerwright.h, as in check(sw_world_drive(world.handle(), id, x, y)). */
    sw_world *handle() { return world_.get(); }
    const sw_world *handle() const { return world_.get(); }

    /* Applies an edited scene. */
    void apply_scene(const std::string &text) { check(sw_world_apply_scene(handle(), text.data(), text.size())); }

    /* Connects to the editor at address, or at the address in the environment; call poll_link() once a frame. */
    void link(const std::string &address, const std::string &game = "") { check(sw_world_link(handle(), address.c_str(), game.c_str())); }
    void link() { check(sw_world_link(handle(), nullptr, nullptr)); }
    bool poll_link() { return sw_world_poll_link(handle()); }

    void step() { check(sw_world_step(handle())); }

    /* Returns the ticks taken. */
    std::uint32_t advance(double seconds) {
        std::uint32_t ticks = 0;
        check(sw_world_advance(handle(), seconds, &ticks));
        return ticks;
    }

    double interpolation_alpha() const { return sw_world_interpolation_alpha(handle()); }
    std::uint64_t tick() const { return sw_world_tick(handle()); }
    double time() const { return sw_world_time(handle()); }

    /* Every agent, in the order of ids. The next call fills the list again. */
    const std::vector<sw_agent> &agents() {
        agents_.resize(sw_world_agent_count(handle()));
        check(sw_world_agents(handle(), agents_.data(), agents_.size(), nullptr));
        return agents_;
    }

    /* The events of the last step() or advance(). The next call fills the list again. */
    const std::vector<sw_event> &events() {
        std::size_t count = 0;
        check(sw_world_events(handle(), nullptr, 0, &count));
        events_.resize(count);
        check(sw_world_events(handle(), events_.data(), count, nullptr));
        return events_;
    }

    sw_agent agent(std::uint32_t id) const {
        sw_agent agent;
        check(sw_world_agent(handle(), id, &agent));
        return agent;
    }

    std::string name(std::uint32_t agent) const {
        std::size_t count = 0;
        check(sw_world_agent_name(handle(), agent, nullptr, 0, &count));
        std::string name(count, '\0');
        check(sw_world_agent_name(handle(), agent, &name[0], count, nullptr));
        name.pop_back();
        return name;
    }

    std::uint32_t find_agent(const std::string &name) const {
        std::uint32_t id = 0;
        check(sw_world_find_agent(handle(), name.c_str(), &id));
        return id;
    }

private:
    struct Free {
        void operator()(sw_world *world) const { sw_world_free(world); }
    };

    explicit World(sw_world *made) : world_(made) {}

    std::unique_ptr<sw_world, Free> world_;
    std::vector<sw_agent> agents_;
    std::vector<sw_event> events_;
};

} // namespace steerwright

#endif
