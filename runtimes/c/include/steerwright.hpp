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

/* A state of a world; it can be moved, not copied. */
class Snapshot {
public:
    const sw_snapshot *handle() const { return snapshot_.get(); }

private:
    friend class World;
    struct Free {
        void operator()(sw_snapshot *snapshot) const { sw_snapshot_free(snapshot); }
    };

    explicit Snapshot(sw_snapshot *made) : snapshot_(made) {}

    std::unique_ptr<sw_snapshot, Free> snapshot_;
};

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

    /* The name of the event with this index in events(); throws an Error if it has none. */
    std::string event_name(std::size_t event) const { return text_of(sw_world_event_name, event); }

    /* The value of the event with this index in events(); throws an Error if it is not a text. */
    std::string event_text(std::size_t event) const { return text_of(sw_world_event_text, event); }

    sw_agent agent(std::uint32_t id) const {
        sw_agent agent;
        check(sw_world_agent(handle(), id, &agent));
        return agent;
    }

    std::string name(std::uint32_t agent) const {
        return text_of(sw_world_agent_name, agent);
    }

    std::uint32_t find_agent(const std::string &name) const {
        std::uint32_t id = 0;
        check(sw_world_find_agent(handle(), name.c_str(), &id));
        return id;
    }

    std::uint32_t find_marker(const std::string &name) const {
        std::uint32_t id = 0;
        check(sw_world_find_marker(handle(), name.c_str(), &id));
        return id;
    }

    std::uint32_t find_path(const std::string &name) const {
        std::uint32_t id = 0;
        check(sw_world_find_path(handle(), name.c_str(), &id));
        return id;
    }

    std::uint32_t find_preset(const std::string &name) const {
        std::uint32_t id = 0;
        check(sw_world_find_preset(handle(), name.c_str(), &id));
        return id;
    }

    std::uint32_t find_state(std::uint32_t agent, const std::string &name) const {
        std::uint32_t id = 0;
        check(sw_world_find_state(handle(), agent, name.c_str(), &id));
        return id;
    }

    std::uint32_t find_wall(const std::string &name) const {
        std::uint32_t id = 0;
        check(sw_world_find_wall(handle(), name.c_str(), &id));
        return id;
    }

    /* A custom property of an "agent", a "path", a "marker" or a "wall"; throws an Error if there is none. */
    sw_property property(const std::string &kind, std::uint32_t id, const std::string &name) const {
        sw_property value;
        check(sw_world_property(handle(), kind.c_str(), id, name.c_str(), &value));
        return value;
    }

    /* The same for a node of a path, by its index. */
    sw_property node_property(std::uint32_t path, std::uint32_t node, const std::string &name) const {
        sw_property value;
        check(sw_world_node_property(handle(), path, node, name.c_str(), &value));
        return value;
    }

    /* The same for the preset of an agent. */
    sw_property preset_property(std::uint32_t agent, const std::string &name) const {
        sw_property value;
        check(sw_world_preset_property(handle(), agent, name.c_str(), &value));
        return value;
    }

    /* The values that are texts; throw an Error if they are not. */
    std::string property_text(const std::string &kind, std::uint32_t id, const std::string &name) const {
        return text_by([&](char *text, std::size_t capacity, std::size_t *count) {
            return sw_world_property_text(handle(), kind.c_str(), id, name.c_str(), text, capacity, count);
        });
    }

    std::string node_property_text(std::uint32_t path, std::uint32_t node, const std::string &name) const {
        return text_by([&](char *text, std::size_t capacity, std::size_t *count) {
            return sw_world_node_property_text(handle(), path, node, name.c_str(), text, capacity, count);
        });
    }

    std::string preset_property_text(std::uint32_t agent, const std::string &name) const {
        return text_by([&](char *text, std::size_t capacity, std::size_t *count) {
            return sw_world_preset_property_text(handle(), agent, name.c_str(), text, capacity, count);
        });
    }

    bool is_wall_open(std::uint32_t wall) const {
        bool open = false;
        check(sw_world_is_wall_open(handle(), wall, &open));
        return open;
    }
    bool sees(std::uint32_t agent, std::uint32_t other) const {
        bool sees = false;
        check(sw_world_sees(handle(), agent, other, &sees));
        return sees;
    }

    sw_senses senses(std::uint32_t agent) const {
        sw_senses senses;
        check(sw_world_senses(handle(), agent, &senses));
        return senses;
    }

    /* "" for none. */
    std::string team(std::uint32_t agent) const { return text_of(sw_world_team, agent); }

    sw_state state(std::uint32_t agent) const {
        sw_state state;
        check(sw_world_state(handle(), agent, &state));
        return state;
    }

    std::string state_name(std::uint32_t agent) const { return text_of(sw_world_state_name, agent); }

    /* Makes a noise that agents can hear. */
    void noise(double x, double y, double radius) { check(sw_world_noise(handle(), x, y, radius)); }

    /* The empty text: no team. */
    void set_team(std::uint32_t agent, const std::string &team) {
        check(sw_world_set_team(handle(), agent, team.empty() ? nullptr : team.c_str()));
    }

    void set_state(std::uint32_t agent, std::uint32_t state) { check(sw_world_set_state(handle(), agent, state)); }

    /* SW_NONE for all agents. */
    void force_event(std::int64_t agent, const std::string &name) { check(sw_world_force_event(handle(), agent, name.c_str())); }

    /* Whether the pointer is pressed, which spawners can wait for. */
    void set_pressed(bool pressed) { check(sw_world_set_pressed(handle(), pressed)); }

    /* Fires the spawners that wait for this name. Returns whether there is one. */
    bool trigger(const std::string &name) {
        const sw_status status = sw_world_trigger(handle(), name.c_str());
        if (status == SW_ERROR_NOT_FOUND) {
            return false;
        }
        check(status);
        return true;
    }

    std::uint64_t hash64() const { return sw_world_hash64(handle()); }

    /* The state as a text, for load_save() in a world of the same scene. */
    std::string save() const {
        std::size_t count = 0;
        check(sw_world_save(handle(), nullptr, 0, &count));
        std::string text(count, '\0');
        check(sw_world_save(handle(), &text[0], count, nullptr));
        text.pop_back();
        return text;
    }

    void load_save(const std::string &text) { check(sw_world_load_save(handle(), text.data(), text.size())); }

    /* The state in memory, for restore(): faster than a text. */
    Snapshot snapshot() const {
        sw_snapshot *made = nullptr;
        check(sw_world_snapshot(handle(), &made));
        return Snapshot(made);
    }

    void restore(const Snapshot &snapshot) { check(sw_world_restore(handle(), snapshot.handle())); }

    /* Opens or closes a door. */
    void set_wall_open(std::uint32_t wall, bool open) { check(sw_world_set_wall_open(handle(), wall, open)); }

    /* Returns the id of the new agent. */
    std::uint32_t spawn(std::uint32_t preset, double x, double y) {
        std::uint32_t id = 0;
        check(sw_world_spawn(handle(), preset, x, y, &id));
        return id;
    }

    void despawn(std::uint32_t agent) { check(sw_world_despawn(handle(), agent)); }

    /* SW_NONE for none. */
    void set_path(std::uint32_t agent, std::int64_t path) { check(sw_world_set_path(handle(), agent, path)); }
    void set_leader(std::uint32_t agent, std::int64_t leader) { check(sw_world_set_leader(handle(), agent, leader)); }

    void set_preset(std::uint32_t agent, std::uint32_t preset) { check(sw_world_set_preset(handle(), agent, preset)); }

    void replace_preset(std::uint32_t preset, const std::string &text) {
        check(sw_world_replace_preset(handle(), preset, text.data(), text.size()));
    }

    sw_path path(std::uint32_t id) const {
        sw_path path;
        check(sw_world_path(handle(), id, &path));
        return path;
    }

    sw_place path_nearest(std::uint32_t id, double x, double y) const {
        sw_place place;
        check(sw_world_path_nearest(handle(), id, x, y, &place));
        return place;
    }

    sw_point path_at(std::uint32_t id, double along) const {
        sw_point point;
        check(sw_world_path_at(handle(), id, along, &point));
        return point;
    }

    /* The points of the shortest way around walls, the last one (bx, by); empty if there is none. */
    std::vector<sw_point> path_between(double ax, double ay, double bx, double by, double radius) const {
        std::size_t count = 0;
        sw_status status = sw_world_path_between(handle(), ax, ay, bx, by, radius, nullptr, 0, &count);
        if (status == SW_ERROR_NOT_FOUND) {
            return {};
        }
        check(status);
        std::vector<sw_point> points(count);
        check(sw_world_path_between(handle(), ax, ay, bx, by, radius, points.data(), count, nullptr));
        return points;
    }

    sw_cell cell_at(double x, double y) const {
        sw_cell cell;
        check(sw_world_cell_at(handle(), x, y, &cell));
        return cell;
    }

private:
    struct Free {
        void operator()(sw_world *world) const { sw_world_free(world); }
    };

    explicit World(sw_world *made) : world_(made) {}

    std::unique_ptr<sw_world, Free> world_;
    std::vector<sw_agent> agents_;

    /* The text of an event or of an agent. */
    template <typename Key> std::string text_of(sw_status (*copy)(const sw_world *, Key, char *, std::size_t, std::size_t *), Key of) const {
        return text_by([&](char *text, std::size_t capacity, std::size_t *count) { return copy(handle(), of, text, capacity, count); });
    }

    template <typename Copy> std::string text_by(Copy copy) const {
        std::size_t count = 0;
        check(copy(nullptr, 0, &count));
        std::string text(count, '\0');
        check(copy(&text[0], count, nullptr));
        text.pop_back();
        return text;
    }

    std::vector<sw_event> events_;
};

} // namespace steerwright

#endif
