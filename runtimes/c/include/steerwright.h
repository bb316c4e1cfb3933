/*
 * steerwright.h: the Steerwright runtime for C, C++ and everything that calls C. Moves game characters bit for bit
 * as in the editor. License: MIT OR Apache-2.0.
 *
 *     sw_world *world;
 *     sw_agent agents[64];
 *     size_t count;
 *     if (sw_world_open("guard.steer.json", &world) != SW_OK) { fprintf(stderr, "%s\n", sw_last_error()); exit(1); }
 *     while (playing) {
 *         sw_world_advance(world, seconds_since_the_last_frame, NULL);
 *         sw_world_agents(world, agents, 64, &count);
 *         // draw them; agents[i].x, agents[i].y
 *     }
 *     sw_world_free(world);
 *
 * OWNERSHIP  The caller owns a world: free it once, with sw_world_free, and a snapshot with sw_snapshot_free. All other results are
 *            copied into memory of the caller, so nothing else has to be freed. Strings that a function returns belong to the library.
 * ERRORS     Functions that can fail return a sw_status; sw_last_error then says what happened and what to do. A failed call
 *            changes neither the world nor its outputs, unless its comment says otherwise. Functions that return a value
 *            return 0 if the world is invalid.
 * POINTERS   must not be NULL unless a comment allows it. NULL and misaligned pointers are rejected. The caller ensures that
 *            a pointer points to enough memory, and to a world that has not been freed.
 * ARRAYS     A function that fills an array takes its capacity in elements, copies as many as fit, and sets *count (which may
 *            be NULL) to the number of all. If not all fit, the status is SW_ERROR_CAPACITY. With NULL and 0 it only counts.
 * TEXTS      are UTF-8 and end with a NUL.
 * THREADS    A world may move between threads. Two threads must not use it at the same time, unless both only call functions
 *            that take a const sw_world *. Worlds are independent of each other.
 * UNITS      are those of the file: lengths in its unit (u), with its y axis. If y points down in the export, it points down
 *            in every call. Times are in seconds (s).
 * IDS        are those of the file and never change. Look them up by name once, and keep them.
 *
 * docs/motion.md specifies how each call affects the motion, for all runtimes.
 */
#ifndef STEERWRIGHT_H
#define STEERWRIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Constants: their values never change in later versions ---- */

/* The result of a call. */
typedef int32_t sw_status;
enum {
    SW_OK = 0,
    SW_ERROR_NULL_POINTER = 1,     /* a required pointer is NULL */
    SW_ERROR_INVALID_ARGUMENT = 2, /* a misaligned pointer, an impossible size, an unknown kind, text that is not UTF-8 */
    SW_ERROR_FILE = 3,             /* the file cannot be read */
    SW_ERROR_FORMAT = 4,           /* the text is not a valid export or scene, or not a save of the scene */
    SW_ERROR_NEWER_VERSION = 5,    /* the file needs a newer runtime */
    SW_ERROR_COORDINATE = 6,       /* a coordinate is not a number from -1e9 to 1e9 */
    SW_ERROR_NOT_FOUND = 7,        /* no agent, marker, path, preset, state or wall has this id or name */
    SW_ERROR_CAPACITY = 8,         /* the array is too small */
    SW_ERROR_PANIC = 9             /* a bug in the library; the world can only be freed */
};

/* The kind of an event. Its node is -1 unless the comment names a node. */
typedef int32_t sw_event_kind;
enum {
    SW_EVENT_NODE_REACHED = 1,     /* the agent reached a node */
    SW_EVENT_WAIT_STARTED = 2,     /* it starts to wait at a node */
    SW_EVENT_WAIT_ENDED = 3,       /* it stops waiting at a node */
    SW_EVENT_PATH_FINISHED = 4,    /* it finished a path with the traversal "once" */
    SW_EVENT_ARRIVED = 5,          /* it arrived at its target */
    SW_EVENT_WAYPOINT_PICKED = 6,  /* its homing walk picked a waypoint */
    SW_EVENT_CELL_ENTERED = 7,     /* it starts its step to another cell */
    SW_EVENT_AGGRO_ENTERED = 8,    /* the target of its homing walk came within the aggro radius */
    SW_EVENT_AGGRO_LEFT = 9,       /* the target of its homing walk left the aggro radius */
    SW_EVENT_LINE_GAINED = 10,     /* the line of cells to its target became free */
    SW_EVENT_LINE_LOST = 11,       /* the line of cells to its target is blocked or too long */
    SW_EVENT_SIGHT_GAINED = 12,    /* it noticed its target */
    SW_EVENT_SIGHT_LOST = 13,      /* it lost its target from sight */
    SW_EVENT_SPAWNED = 14,         /* a spawner added it */
    SW_EVENT_EXPIRED = 15,         /* it was removed at the end of its lifetime */
    SW_EVENT_CONTACT = 16,         /* it touched another agent, as a contact rule says */
    SW_EVENT_EMITTED = 17,         /* it told the game something, at a node or when it entered a state: sw_world_event_name, value */
    SW_EVENT_MET = 18,             /* a meeting, for which it waited at a node, is complete: sw_world_event_name */
    SW_EVENT_NOISE_HEARD = 19,     /* it begins to hear a noise */
    SW_EVENT_TOUCHED = 20,         /* it begins to touch an agent that it watches */
    SW_EVENT_STATE_ENTERED = 21,   /* it entered a state: sw_world_event_name, reason */
    SW_EVENT_NO_ROUTE = 22,        /* there is no way around walls to the goal of its behavior */
    SW_EVENT_SEARCH_FINISHED = 23  /* its search has been at all places */
};

/* The kind of a target or danger. */
typedef int32_t sw_target_kind;
enum {
    SW_TARGET_NONE = 0,
    SW_TARGET_MARKER = 1,
    SW_TARGET_AGENT = 2,
    SW_TARGET_POINTER = 3
};

/* The state of a live link. */
typedef int32_t sw_link_state;
enum {
    SW_LINK_OFF = 0,        /* there is no link, or it has no address */
    SW_LINK_CONNECTING = 1, /* it has not connected yet, and tries once a second */
    SW_LINK_LINKED = 2,     /* it receives every edit */
    SW_LINK_REFUSED = 3,    /* the editor refused it; it does not try again */
    SW_LINK_LOST = 4        /* the connection is lost; it tries once a second */
};

/* No id, no node. */
enum { SW_NONE = -1 };

/* ---- Types ---- */

/* A run of a scene. */
typedef struct sw_world sw_world;

/* A state of a world, to go back to. */
typedef struct sw_snapshot sw_snapshot;

/* An agent at the current tick. */
typedef struct sw_agent {
    uint32_t id;
    int32_t node;        /* the index of the target node of its first follow_path that ran in the last step; SW_NONE: none */
    double x;            /* its position, u */
    double y;
    double previous_x;   /* its position before the last tick, u */
    double previous_y;
    double vx;           /* its velocity, u/s */
    double vy;
    double heading_x;    /* its heading: a unit vector */
    double heading_y;
    double facing_x;     /* where it looks: a unit vector; the heading, unless its preset has a facing */
    double facing_y;
    double speed;        /* the length of its velocity, u/s */
    double steering;     /* the length of the steering force in the last step */
    double fov_deg;      /* the full field of view of its sight, else of its homing walk, degrees; NaN if has_fov is false */
    bool has_fov;
} sw_agent;

/* An event of the last sw_world_step or sw_world_advance. */
typedef struct sw_event {
    uint64_t tick;       /* the tick in which it occurred */
    uint32_t agent;      /* the id of the agent */
    sw_event_kind kind;
    int32_t node;        /* the index of the node; SW_NONE: none */
    int32_t behavior;    /* the index of the behavior in the agent's list, from 0; SW_NONE for senses, states, spawners and contacts */
    int64_t source;      /* the id of the spawner or contact rule; SW_NONE for all other events */
    int64_t other;       /* the id of the other agent of a contact, or of the one that is touched; SW_NONE for all other events */
    int64_t reason;      /* the index of the transition by which a state was entered; SW_NONE if the game set it, and for all other events */
    double number;       /* the value that was emitted; NaN if has_number is false. A value that is a text: sw_world_event_text */
    bool has_number;
} sw_event;

/* What an agent senses. */
typedef struct sw_senses {
    double meter;        /* its alert meter, 0 to 1 */
    sw_target_kind perceived; /* what it perceives; SW_TARGET_NONE: nothing */
    uint32_t perceived_id; /* the id of that agent or marker, else 0 */
    bool noticed;        /* whether it has noticed someone */
} sw_senses;

/* The state of an agent. */
typedef struct sw_state {
    uint32_t id;         /* unique within its preset */
    uint32_t index;      /* its index in its preset, from 0 */
    uint32_t ticks;      /* for how many ticks the agent has been in it; 0 if its preset has only one, without transitions */
} sw_state;

/* The value of a custom property. At most one of has_number, has_text and has_boolean is true; none for a reference to nothing. */
typedef struct sw_property {
    double number;       /* a number, or the id to which a reference leads; NaN if has_number is false */
    bool has_number;
    bool has_text;       /* a text, a color such as "#ff8000", a choice, or the name of a preset: copy it with sw_world_property_text */
    bool has_boolean;
    bool boolean;        /* false if has_boolean is false */
} sw_property;

/* A point, u. */
typedef struct sw_point {
    double x;
    double y;
} sw_point;

/* The line of a path. */
typedef struct sw_path {
    double length;       /* including the closing segment of a closed path, u */
    size_t points;       /* the number of points that sw_world_path_points copies */
    bool closed;         /* whether the last point leads back to the first */
} sw_path;

/* A position on a path. */
typedef struct sw_place {
    double x;            /* its position, u */
    double y;
    double along;        /* its distance along the path from the first point, u */
    double distance;     /* its distance from the given position, u */
} sw_place;

/* A cell of the grid on which cell movers walk. */
typedef struct sw_cell {
    int32_t column;      /* as in the file: rows count up along the y axis of the game */
    int32_t row;
    double x;            /* its center, u */
    double y;
    double size;         /* the side of every cell, u */
    bool blocked;        /* whether cell movers cannot enter it: it is blocked, or a closed wall crosses it */
} sw_cell;

/* ---- The library ---- */

/* The version of the library, as "1.2.3". */
const char *sw_version(void);

/* The newest format_version that this library knows. It reads files whose min_reader is at most this. */
uint32_t sw_reader_version(void);

/* The message of the last call on this thread that failed, or "". It is valid until the next call on this thread that fails. */
const char *sw_last_error(void);

/* The name of a kind of event as in docs/motion.md, like "node_reached"; "unknown" for any other number. */
const char *sw_event_kind_name(sw_event_kind kind);

/* ---- Creating and freeing a world ---- */

/* Creates a world from the text of an export (NAME.steer.json) or of a scene (NAME.scene.json), at tick 0. The text is length bytes
 * of UTF-8, needs no NUL, and may be freed afterward. After an error *world is NULL.
 * The message of SW_ERROR_FORMAT and SW_ERROR_NEWER_VERSION names the place in the file and how to fix it. */
sw_status sw_world_load(const char *text, size_t length, sw_world **world);

/* Creates a world from the file at path (UTF-8 on every system), as sw_world_load; also SW_ERROR_FILE. */
sw_status sw_world_open(const char *path, sw_world **world);

/* Applies an edited scene, given as for sw_world_load, to a running world. Agents that are in both scenes continue from where they
 * are, and their behaviors keep their memory; new agents and those whose start was edited begin at their start. The tick, the
 * pointer and the remainder of a tick are kept. Changes by calls of the game are reset, except that driven agents stay driven. If the
 * axes, the scale or the origin of the export differ, every agent begins at its start. Errors are those of sw_world_load. */
sw_status sw_world_apply_scene(sw_world *world, const char *text, size_t length);

/* Frees a world; it must not be used afterward. NULL is allowed. */
void sw_world_free(sw_world *world);

/* ---- Time ---- */

/* Simulates one tick. */
sw_status sw_world_step(sw_world *world);

/* Simulates the whole ticks within the seconds, at most 240, and keeps the remainder for the next call. A number that is not
 * finite or not above 0 counts as 0. Sets *ticks (which may be NULL) to the number of ticks. */
sw_status sw_world_advance(sw_world *world, double seconds, uint32_t *ticks);

/* The remainder of sw_world_advance as a fraction of a tick, 0 to 1. For smooth motion, draw each agent at
 * previous_x + (x - previous_x) * alpha, likewise for y. */
double sw_world_interpolation_alpha(const sw_world *world);

/* Ticks since the start. */
uint64_t sw_world_tick(const sw_world *world);

/* Seconds since the start: ticks times the length of a tick. */
double sw_world_time(const sw_world *world);

/* The length of a tick, s. */
double sw_world_dt(const sw_world *world);

/* ---- Reading ---- */

/* The number of agents. */
size_t sw_world_agent_count(const sw_world *world);

/* Copies the agents, in the order of their ids. */
sw_status sw_world_agents(const sw_world *world, sw_agent *agents, size_t capacity, size_t *count);

/* Copies one agent. SW_ERROR_NOT_FOUND. */
sw_status sw_world_agent(const sw_world *world, uint32_t agent, sw_agent *out);

/* Copies the name of an agent; capacity and count are in bytes, with the NUL at the end. If it does not fit, only a NUL is
 * copied. SW_ERROR_NOT_FOUND. */
sw_status sw_world_agent_name(const sw_world *world, uint32_t agent, char *name, size_t capacity, size_t *count);

/* Copies the events of the last sw_world_step or sw_world_advance, tick by tick, in the order of the agents' ids. */
sw_status sw_world_events(const sw_world *world, sw_event *events, size_t capacity, size_t *count);

/* Copies the name of the event with this index in the list of sw_world_events: what was emitted, that of a meeting, or that of the state
 * that was entered. Capacity and count as in sw_world_agent_name. SW_ERROR_NOT_FOUND if there is no such event, or it has no name. */
sw_status sw_world_event_name(const sw_world *world, size_t event, char *name, size_t capacity, size_t *count);

/* Copies the value that was emitted by the event with this index, as sw_world_event_name. SW_ERROR_NOT_FOUND also if it is not a text. */
sw_status sw_world_event_text(const sw_world *world, size_t event, char *text, size_t capacity, size_t *count);

/* What an agent senses: sets *senses. SW_ERROR_NOT_FOUND. */
sw_status sw_world_senses(const sw_world *world, uint32_t agent, sw_senses *senses);

/* Copies the team of an agent, "" for none, as sw_world_agent_name. SW_ERROR_NOT_FOUND. */
sw_status sw_world_team(const sw_world *world, uint32_t agent, char *team, size_t capacity, size_t *count);

/* The state of an agent: sets *state. SW_ERROR_NOT_FOUND. */
sw_status sw_world_state(const sw_world *world, uint32_t agent, sw_state *state);

/* Copies the name of the state of an agent, as sw_world_agent_name. SW_ERROR_NOT_FOUND. */
sw_status sw_world_state_name(const sw_world *world, uint32_t agent, char *name, size_t capacity, size_t *count);

/* The id of the agent with this name; of several, the lowest. SW_ERROR_NOT_FOUND. */
sw_status sw_world_find_agent(const sw_world *world, const char *name, uint32_t *agent);

/* The id of the marker with this name; of several, the lowest. SW_ERROR_NOT_FOUND. */
sw_status sw_world_find_marker(const sw_world *world, const char *name, uint32_t *marker);

/* The id of the path with this name; of several, the lowest. SW_ERROR_NOT_FOUND. */
sw_status sw_world_find_path(const sw_world *world, const char *name, uint32_t *path);

/* The id of the preset with this name; of several, the lowest. An export has only the presets of its agents.
 * SW_ERROR_NOT_FOUND. */
sw_status sw_world_find_preset(const sw_world *world, const char *name, uint32_t *preset);

/* The id of the first state with this name of the preset of an agent. SW_ERROR_NOT_FOUND, also for an unknown agent. */
sw_status sw_world_find_state(const sw_world *world, uint32_t agent, const char *name, uint32_t *state);

/* The id of the wall with this name; of several, the lowest. SW_ERROR_NOT_FOUND. */
sw_status sw_world_find_wall(const sw_world *world, const char *name, uint32_t *wall);

/* The value of a custom property of an item: sets *value. The kind is "agent", "path", "marker" or "wall"; id is that of the item. Without
 * an own value, it is the default of the property. SW_ERROR_NOT_FOUND, also if the scene does not declare the property for this kind.
 * sw_world_apply_scene brings the values of the new scene; nothing else changes those of these items. A reference to a preset is its name
 * in an export, and its id in a scene file. */
sw_status sw_world_property(const sw_world *world, const char *kind, uint32_t id, const char *name, sw_property *value);

/* The same for the node of a path with this index, which events have too. SW_ERROR_NOT_FOUND. */
sw_status sw_world_node_property(const sw_world *world, uint32_t path, uint32_t node, const char *name, sw_property *value);

/* The same for the preset of an agent. sw_world_set_preset and sw_world_replace_preset change it too. SW_ERROR_NOT_FOUND. */
sw_status sw_world_preset_property(const sw_world *world, uint32_t agent, const char *name, sw_property *value);

/* Copies the value of sw_world_property, as sw_world_agent_name. SW_ERROR_NOT_FOUND also if it is not a text. */
sw_status sw_world_property_text(const sw_world *world, const char *kind, uint32_t id, const char *name, char *text, size_t capacity, size_t *count);

/* Copies the value of sw_world_node_property likewise. SW_ERROR_NOT_FOUND. */
sw_status sw_world_node_property_text(const sw_world *world, uint32_t path, uint32_t node, const char *name, char *text, size_t capacity, size_t *count);

/* Copies the value of sw_world_preset_property likewise. SW_ERROR_NOT_FOUND. */
sw_status sw_world_preset_property_text(const sw_world *world, uint32_t agent, const char *name, char *text, size_t capacity, size_t *count);

/* Whether an agent sees the body of another one now: sets *sees. False if its preset has no sight, and for itself.
 * SW_ERROR_NOT_FOUND. */
sw_status sw_world_sees(const sw_world *world, uint32_t agent, uint32_t other, bool *sees);

/* Whether a wall is a door that is open now: sets *open. False for a wall that is not a door. SW_ERROR_NOT_FOUND. */
sw_status sw_world_is_wall_open(const sw_world *world, uint32_t wall, bool *open);

/* ---- Calls of the game; they take effect in the next step ---- */

/* Moves the pointer. SW_ERROR_COORDINATE. */
sw_status sw_world_set_pointer(sw_world *world, double x, double y);

/* Tells whether the pointer is pressed, which spawners can wait for. */
sw_status sw_world_set_pressed(sw_world *world, bool pressed);

/* Fires the spawners that wait for this name at the start of the next step. SW_ERROR_NOT_FOUND if there is none: then nothing
 * happens. */
sw_status sw_world_trigger(sw_world *world, const char *name);

/* Moves a marker. SW_ERROR_COORDINATE, SW_ERROR_NOT_FOUND. */
sw_status sw_world_move_marker(sw_world *world, uint32_t marker, double x, double y);

/* Opens or closes a door. SW_ERROR_NOT_FOUND, SW_ERROR_INVALID_ARGUMENT if the wall is not a door. */
sw_status sw_world_set_wall_open(sw_world *world, uint32_t wall, bool open);

/* Makes a noise that agents within the radius (u, 0 to 1e9) can hear. SW_ERROR_COORDINATE; SW_ERROR_INVALID_ARGUMENT for another
 * radius, and if 1,000 noises wait for the next step. */
sw_status sw_world_noise(sw_world *world, double x, double y, double radius);

/* Sets the team of an agent; NULL: none. SW_ERROR_INVALID_ARGUMENT for "", SW_ERROR_NOT_FOUND. */
sw_status sw_world_set_team(sw_world *world, uint32_t agent, const char *team);

/* Lets an agent enter a state of its preset at the end of the next step. SW_ERROR_NOT_FOUND. */
sw_status sw_world_set_state(sw_world *world, uint32_t agent, uint32_t state);

/* Sends an event to an agent, or with SW_NONE to all: transitions that wait for this name hold in the next step.
 * SW_ERROR_INVALID_ARGUMENT for "", for a number that is not an id, and if 1,000 names wait; SW_ERROR_NOT_FOUND. */
sw_status sw_world_force_event(sw_world *world, int64_t agent, const char *name);

/* Drives an agent from the game: after the next step it is at (x, y), until it is driven to another position or released. Its
 * behaviors do not run. Use it for the player's character. SW_ERROR_COORDINATE, SW_ERROR_NOT_FOUND. */
sw_status sw_world_drive(sw_world *world, uint32_t agent, double x, double y);

/* Returns a driven agent to its behaviors, which continue from its position. A cell mover moves to the center of its cell
 * immediately. SW_ERROR_NOT_FOUND. */
sw_status sw_world_release(sw_world *world, uint32_t agent);

/* Sets the target of an agent. kind is one of SW_TARGET_...; id is ignored for none and the pointer. SW_ERROR_INVALID_ARGUMENT,
 * SW_ERROR_NOT_FOUND. */
sw_status sw_world_set_target(sw_world *world, uint32_t agent, sw_target_kind kind, uint32_t id);

/* Sets the danger of an agent, which it moves away from; as sw_world_set_target. */
sw_status sw_world_set_danger(sw_world *world, uint32_t agent, sw_target_kind kind, uint32_t id);

/* Sets the leader of an agent: an id, or SW_NONE. SW_ERROR_INVALID_ARGUMENT for a number that is not an id, SW_ERROR_NOT_FOUND. */
sw_status sw_world_set_leader(sw_world *world, uint32_t agent, int64_t leader);

/* Sets the path of an agent: an id, or SW_NONE. It starts at the node that its preset names. SW_ERROR_INVALID_ARGUMENT for a
 * number that is not an id, SW_ERROR_NOT_FOUND. */
sw_status sw_world_set_path(sw_world *world, uint32_t agent, int64_t path);

/* Sets the preset of an agent. SW_ERROR_NOT_FOUND. */
sw_status sw_world_set_preset(sw_world *world, uint32_t agent, uint32_t preset);

/* Replaces a preset: all its agents move by the new one from now on, and their behaviors keep their memory. The text is length bytes
 * of UTF-8: an object of JSON with the fields of an agent in an export that come from its preset (preset, color, body, motion,
 * blend_mode, behaviors, and others that docs/porting.md lists). SW_ERROR_NOT_FOUND, SW_ERROR_FORMAT. */
sw_status sw_world_replace_preset(sw_world *world, uint32_t preset, const char *text, size_t length);

/* Adds an agent with a preset, at rest at (x, y), and sets *agent to its id: the highest id so far plus 1. It has no name, path,
 * target, danger or leader yet. SW_ERROR_COORDINATE, SW_ERROR_NOT_FOUND. */
sw_status sw_world_spawn(sw_world *world, uint32_t preset, double x, double y, uint32_t *agent);

/* Removes an agent. Targets, dangers and leaders that name it become none. SW_ERROR_NOT_FOUND. */
sw_status sw_world_despawn(sw_world *world, uint32_t agent);

/* ---- Hash, save and snapshot ---- */

/* A hash of the state. Worlds of the same scene with the same hash go on in the same way; in every runtime of Steerwright the same state
 * has the same hash. */
uint64_t sw_world_hash64(const sw_world *world);

/* Copies the state as a text for sw_world_load_save of any runtime; capacity and count are in bytes, with the NUL at the end. If it does
 * not fit, only a NUL is copied. The scene is not in it, and neither are presets that were replaced. */
sw_status sw_world_save(const sw_world *world, char *text, size_t capacity, size_t *count);

/* Goes back to the state in a text of sw_world_save, of a world of the same scene. The text is length bytes of UTF-8 and needs no NUL.
 * Presets stay as they are. There are no events afterward. SW_ERROR_FORMAT, SW_ERROR_NEWER_VERSION: then the world is unchanged. */
sw_status sw_world_load_save(sw_world *world, const char *text, size_t length);

/* Makes a snapshot of a world in memory, which is faster than a text and complete: presets, the scene and events are in it too. It stays
 * valid when its world is freed. After an error *snapshot is unchanged. */
sw_status sw_world_snapshot(const sw_world *world, sw_snapshot **snapshot);

/* Goes back to a snapshot, as often as you like. The live link stays as it is. */
sw_status sw_world_restore(sw_world *world, const sw_snapshot *snapshot);

/* Frees a snapshot; it must not be used afterward. NULL is allowed. */
void sw_snapshot_free(sw_snapshot *snapshot);

/* ---- Paths ---- */

/* The length of a path, its number of points, and whether it is closed. SW_ERROR_NOT_FOUND. */
sw_status sw_world_path(const sw_world *world, uint32_t path, sw_path *out);

/* Copies the points of a path: its nodes and, where it is curved, the points between them. A closed path does not repeat its
 * first point. SW_ERROR_NOT_FOUND. */
sw_status sw_world_path_points(const sw_world *world, uint32_t path, sw_point *points, size_t capacity, size_t *count);

/* The position on a path that is nearest to (x, y). SW_ERROR_COORDINATE; SW_ERROR_NOT_FOUND also for a path without points. */
sw_status sw_world_path_nearest(const sw_world *world, uint32_t path, double x, double y, sw_place *out);

/* The point of a path at a distance along it from its first point. On a closed path the distance wraps around, on an
 * open one it is limited to the ends. SW_ERROR_COORDINATE if the distance is not finite; SW_ERROR_NOT_FOUND also for a path without points. */
sw_status sw_world_path_at(const sw_world *world, uint32_t path, double along, sw_point *out);

/* Copies the points of the shortest way around walls and closed doors from (ax, ay) to (bx, by) for a body of this radius, the last one
 * (bx, by): the way that agents with routes take. SW_ERROR_NOT_FOUND if there is none; SW_ERROR_COORDINATE; SW_ERROR_INVALID_ARGUMENT if the
 * radius is not a number from 0 to 1e9. */
sw_status sw_world_path_between(const sw_world *world, double ax, double ay, double bx, double by, double radius, sw_point *points,
                                size_t capacity, size_t *count);

/* ---- Cells ---- */

/* The cell that contains (x, y). SW_ERROR_COORDINATE. */
sw_status sw_world_cell_at(const sw_world *world, double x, double y, sw_cell *out);

/* ---- The live link: the running game follows edits in the editor; see docs/live-link.md ---- */

/* Connects a world to the editor at the address that the editor shows, PORT/TOKEN. NULL takes the address from the environment
 * variable STEERWRIGHT_LINK; "" ends the link. The editor shows the name of the game (NULL: none). Returns immediately;
 * sw_world_link_problem reports problems, also with the address. Edits arrive in the axes, scale and origin of the file that the
 * world was made from. The link has its own thread and ends with its world. SW_ERROR_INVALID_ARGUMENT. */
sw_status sw_world_link(sw_world *world, const char *address, const char *game);

/* Call it once a frame: applies the newest received scene, as sw_world_apply_scene does. Returns whether there was one. */
bool sw_world_poll_link(sw_world *world);

/* The state of the link: one of SW_LINK_... */
sw_status sw_world_link_state(const sw_world *world, sw_link_state *state);

/* The problem of the link and how to fix it, as a string with its NUL; "" if there is none. */
sw_status sw_world_link_problem(const sw_world *world, char *text, size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
