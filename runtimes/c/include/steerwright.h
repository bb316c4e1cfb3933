/*
 * steerwright.h: the Steerwright runtime for C, C++ and everything that calls C. Moves game characters to the bit as they moved
 * in the editor. Licence: MIT OR Apache-2.0.
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
 * OWNERSHIP  A world is yours: free it once, with sw_world_free. Everything else is copied into memory of yours, so there is
 *            nothing else to free and nothing that goes stale. Texts that are returned belong to the library.
 * ERRORS     What can fail returns a sw_status, and sw_last_error says in a sentence what happened and what to do. The world is
 *            then as it was before the call, and so is what the call would have filled in, unless said otherwise. Functions
 *            that return a value instead can only fail for want of a world, and return 0 then.
 * POINTERS   must not be NULL unless said otherwise. NULL and misaligned ones are refused; that a pointer leads to as much
 *            memory as was said, and to a world that is not freed yet, is up to you.
 * ARRAYS     What fills an array takes its capacity in elements, copies what fits, and sets *count (which may be NULL) to how
 *            many there are. If not all fit, the status is SW_ERROR_CAPACITY. With NULL and 0 it only counts.
 * TEXTS      are UTF-8 and end with a NUL.
 * THREADS    A world may move from thread to thread, but must not be used by two at once, unless both only call what takes a
 *            const sw_world *. Worlds do not know of each other.
 * UNITS      are the file's: lengths in its unit (u), with its y axis; an export with y down is down in every call. Time is in
 *            seconds (s).
 * IDS        are the file's and never change. Ask for them by name once, and keep them.
 *
 * What a call does to the motion is described at length in docs/motion.md, which holds for every runtime.
 */
#ifndef STEERWRIGHT_H
#define STEERWRIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Constants: the numbers stay what they are in every later version ---- */

/* How a call went. */
typedef int32_t sw_status;
enum {
    SW_OK = 0,
    SW_ERROR_NULL_POINTER = 1,     /* a pointer is NULL and must not be */
    SW_ERROR_INVALID_ARGUMENT = 2, /* a misaligned pointer, a size no array has, an unknown kind, not UTF-8 */
    SW_ERROR_FILE = 3,             /* the file cannot be read */
    SW_ERROR_FORMAT = 4,           /* the text is neither an export nor a scene, or not a sound one */
    SW_ERROR_NEWER_VERSION = 5,    /* the file needs a newer runtime */
    SW_ERROR_COORDINATE = 6,       /* a coordinate is not a number from -1e9 to 1e9 */
    SW_ERROR_NOT_FOUND = 7,        /* no agent, marker, path or preset has this id or name */
    SW_ERROR_CAPACITY = 8,         /* there is more than the array holds */
    SW_ERROR_PANIC = 9             /* a bug of the library; the world can only be freed */
};

/* What happened to an agent. The node is -1 where none is named. */
typedef int32_t sw_event_kind;
enum {
    SW_EVENT_NODE_REACHED = 1,     /* it has reached a node */
    SW_EVENT_WAIT_STARTED = 2,     /* it stays at a node */
    SW_EVENT_WAIT_ENDED = 3,       /* it goes on from a node */
    SW_EVENT_PATH_FINISHED = 4,    /* the last node of a path walked once is behind it; no node */
    SW_EVENT_ARRIVED = 5,          /* it has come to its target, and was away from it before; no node */
    SW_EVENT_WAYPOINT_PICKED = 6,  /* its homing walk goes on to another waypoint; no node */
    SW_EVENT_CELL_ENTERED = 7,     /* its step into another cell begins; no node */
    SW_EVENT_AGGRO_ENTERED = 8,    /* the target of its homing walk has come within the aggro radius; no node */
    SW_EVENT_AGGRO_LEFT = 9,       /* the target of its homing walk has gone beyond the aggro radius; no node */
    SW_EVENT_LINE_GAINED = 10,     /* the line of cells to its prey is free again; no node */
    SW_EVENT_LINE_LOST = 11        /* the line of cells to its prey is blocked or too long; no node */
};

/* What an agent goes for or runs from. */
typedef int32_t sw_target_kind;
enum {
    SW_TARGET_NONE = 0,
    SW_TARGET_MARKER = 1,
    SW_TARGET_AGENT = 2,
    SW_TARGET_POINTER = 3
};

/* How a live link stands. */
typedef int32_t sw_link_state;
enum {
    SW_LINK_OFF = 0,        /* there is none, or its address is none */
    SW_LINK_CONNECTING = 1, /* it was not linked yet, and tries once a second */
    SW_LINK_LINKED = 2,     /* it brings every edit */
    SW_LINK_REFUSED = 3,    /* the editor would not have it; it does not try again */
    SW_LINK_LOST = 4        /* the editor has gone; it tries once a second */
};

/* No id, no node. */
enum { SW_NONE = -1 };

/* ---- What is read ---- */

/* A run of a scene. */
typedef struct sw_world sw_world;

/* An agent at the present tick. */
typedef struct sw_agent {
    uint32_t id;
    int32_t node;        /* the index of the target node of its first follow_path that ran in the last step; SW_NONE: none */
    double x;            /* where it is, u */
    double y;
    double previous_x;   /* where it was a tick ago, u */
    double previous_y;
    double vx;           /* its velocity, u/s */
    double vy;
    double heading_x;    /* where it looks: a direction of length 1 */
    double heading_y;
    double speed;        /* the length of its velocity, u/s */
    double steering;     /* the length of the steering force in the last step */
    double fov_deg;      /* the whole field of view of a homing walk, degrees; NaN if has_fov is false */
    bool has_fov;
} sw_agent;

/* Something that happened in the last sw_world_step or sw_world_advance. */
typedef struct sw_event {
    uint64_t tick;       /* the tick that the step led to */
    uint32_t agent;      /* the id of the agent it happened to */
    sw_event_kind kind;
    int32_t node;        /* the index of the node it is about; SW_NONE: none */
    uint32_t behavior;   /* which of the agent's behaviors reports it: its index in the file's list, from 0 */
} sw_event;

/* A point, u. */
typedef struct sw_point {
    double x;
    double y;
} sw_point;

/* The line of a path. */
typedef struct sw_path {
    double length;       /* along the line, the way back to the first point of a closed one included, u */
    size_t points;       /* how many sw_world_path_points copies */
    bool closed;         /* whether the last point leads back to the first */
} sw_path;

/* A place on a path. */
typedef struct sw_place {
    double x;            /* where it is, u */
    double y;
    double along;        /* its distance along the line from the first point, u */
    double distance;     /* its distance from the point that was asked about, u */
} sw_place;

/* ---- The library ---- */

/* The version of the library, as "1.2.3". */
const char *sw_version(void);

/* The newest format_version this library knows. It reads every file whose min_reader is not above it. */
uint32_t sw_reader_version(void);

/* What went wrong in the last call on this thread that did not return SW_OK, or "". Holds until the next such call on this
 * thread; calls that succeed leave it alone. */
const char *sw_last_error(void);

/* The name of a kind of event as in docs/motion.md, like "node_reached"; "unknown" for a number that is no kind. */
const char *sw_event_kind_name(sw_event_kind kind);

/* ---- Making and freeing a world ---- */

/* Makes a world from the text of an export (NAME.steer.json) or of a scene (NAME.scene.json), at tick 0. The text is length bytes
 * of UTF-8, needs no NUL, and may be freed afterward. After an error *world is NULL.
 * SW_ERROR_FORMAT and SW_ERROR_NEWER_VERSION name the place in the file and the remedy. */
sw_status sw_world_load(const char *text, size_t length, sw_world **world);

/* Makes a world from the file at path (UTF-8 on every system), as sw_world_load; also SW_ERROR_FILE. */
sw_status sw_world_open(const char *path, sw_world **world);

/* Lets a running world take over an edited scene, given as for sw_world_load: agents that are in both go on from where they are, each
 * behavior with what it remembers; new ones and those whose start was moved enter at their start. The tick, the pointer and the kept
 * part of a tick stay. What the game changed itself is gone, but agents it drives are driven on. If the axes, the scale or the
 * origin of the export differ, every agent enters again. Errors as of sw_world_load; the world is then as it was. */
sw_status sw_world_apply_scene(sw_world *world, const char *text, size_t length);

/* Frees a world; it must not be used afterward. NULL is fine. */
void sw_world_free(sw_world *world);

/* ---- Time ---- */

/* Moves everything by one tick. */
sw_status sw_world_step(sw_world *world);

/* Lets seconds of the game go by in whole ticks, at most 240; the rest is kept for the next call. Anything but a finite number
 * above 0 counts as 0. Sets *ticks (which may be NULL) to the ticks taken. */
sw_status sw_world_advance(sw_world *world, double seconds, uint32_t *ticks);

/* The part of a tick, 0 to 1, that sw_world_advance keeps. For smooth motion draw an agent at
 * previous_x + (x - previous_x) * alpha, likewise for y. */
double sw_world_interpolation_alpha(const sw_world *world);

/* Ticks since the start. */
uint64_t sw_world_tick(const sw_world *world);

/* Seconds since the start: ticks times the length of a tick. */
double sw_world_time(const sw_world *world);

/* The length of a tick, s. */
double sw_world_dt(const sw_world *world);

/* ---- Reading ---- */

/* How many agents there are. */
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

/* The id of the agent with this name; of several, the lowest. SW_ERROR_NOT_FOUND. */
sw_status sw_world_find_agent(const sw_world *world, const char *name, uint32_t *agent);

/* The id of the marker with this name; of several, the lowest. SW_ERROR_NOT_FOUND. */
sw_status sw_world_find_marker(const sw_world *world, const char *name, uint32_t *marker);

/* The id of the path with this name; of several, the lowest. SW_ERROR_NOT_FOUND. */
sw_status sw_world_find_path(const sw_world *world, const char *name, uint32_t *path);

/* The id of the preset with this name; of several, the lowest. An export has just the presets that its agents move by.
 * SW_ERROR_NOT_FOUND. */
sw_status sw_world_find_preset(const sw_world *world, const char *name, uint32_t *preset);

/* ---- What the game does; it shows from the next step on ---- */

/* Moves the pointer. SW_ERROR_COORDINATE. */
sw_status sw_world_set_pointer(sw_world *world, double x, double y);

/* Moves a marker. SW_ERROR_COORDINATE, SW_ERROR_NOT_FOUND. */
sw_status sw_world_move_marker(sw_world *world, uint32_t marker, double x, double y);

/* The game takes an agent over: after the next step it is at (x, y), and stays there until it is driven on or released. Its
 * behaviors rest. A player's character is driven. SW_ERROR_COORDINATE, SW_ERROR_NOT_FOUND. */
sw_status sw_world_drive(sw_world *world, uint32_t agent, double x, double y);

/* Gives a driven agent back to its behaviors, which go on from where it is; a cell mover from the middle of that cell, at once.
 * SW_ERROR_NOT_FOUND. */
sw_status sw_world_release(sw_world *world, uint32_t agent);

/* What an agent goes for. kind is one of SW_TARGET_...; id is not looked at for none and the pointer. SW_ERROR_INVALID_ARGUMENT,
 * SW_ERROR_NOT_FOUND. */
sw_status sw_world_set_target(sw_world *world, uint32_t agent, sw_target_kind kind, uint32_t id);

/* What an agent runs from; as sw_world_set_target. */
sw_status sw_world_set_danger(sw_world *world, uint32_t agent, sw_target_kind kind, uint32_t id);

/* Whom an agent follows: an id, or SW_NONE. SW_ERROR_INVALID_ARGUMENT for a number that is no id, SW_ERROR_NOT_FOUND. */
sw_status sw_world_set_leader(sw_world *world, uint32_t agent, int64_t leader);

/* The path an agent walks, begun where its preset says: an id, or SW_NONE. SW_ERROR_INVALID_ARGUMENT for a number that is no id,
 * SW_ERROR_NOT_FOUND. */
sw_status sw_world_set_path(sw_world *world, uint32_t agent, int64_t path);

/* The preset an agent moves by. SW_ERROR_NOT_FOUND. */
sw_status sw_world_set_preset(sw_world *world, uint32_t agent, uint32_t preset);

/* Brings an agent of a preset in, at rest at (x, y), and sets *agent to its id: the lowest above all there are. It has no name,
 * path, target, danger or leader yet. SW_ERROR_COORDINATE, SW_ERROR_NOT_FOUND. */
sw_status sw_world_spawn(sw_world *world, uint32_t preset, double x, double y, uint32_t *agent);

/* Takes an agent out. Who aimed at it or followed it has nobody to aim at or follow then. SW_ERROR_NOT_FOUND. */
sw_status sw_world_despawn(sw_world *world, uint32_t agent);

/* ---- Paths ---- */

/* Length, number of points and closedness of a path. SW_ERROR_NOT_FOUND. */
sw_status sw_world_path(const sw_world *world, uint32_t path, sw_path *out);

/* Copies the points of a path: its nodes and, where it is curved, the points between them. A closed path does not repeat its
 * first point. SW_ERROR_NOT_FOUND. */
sw_status sw_world_path_points(const sw_world *world, uint32_t path, sw_point *points, size_t capacity, size_t *count);

/* The place of a path nearest to (x, y). SW_ERROR_COORDINATE; SW_ERROR_NOT_FOUND also for a path without points. */
sw_status sw_world_path_nearest(const sw_world *world, uint32_t path, double x, double y, sw_place *out);

/* The point of a path at a distance along it from its first point. A closed path is gone round as often as it takes, an open one
 * ends at its ends. SW_ERROR_COORDINATE if the distance is not finite; SW_ERROR_NOT_FOUND also for a path without points. */
sw_status sw_world_path_at(const sw_world *world, uint32_t path, double along, sw_point *out);

/* ---- The live link: edits in the editor show in the running game at once; see docs/live-link.md ---- */

/* Links a world with the editor at an address as copied there, PORT/TOKEN; NULL is that in the environment variable
 * STEERWRIGHT_LINK, "" ends the link. The editor shows the name of the game (NULL: none). Returns at once; what is wrong, also with the
 * address, is told by sw_world_link_problem. Edits come in the axes, scale and origin of the file that the world was made from.
 * The link has a thread of its own and ends with its world. SW_ERROR_INVALID_ARGUMENT. */
sw_status sw_world_link(sw_world *world, const char *address, const char *game);

/* Once a frame: takes over the newest scene as sw_world_apply_scene does, if one has come since the last time. Whether one has. */
bool sw_world_poll_link(sw_world *world);

/* How the link stands: one of SW_LINK_... */
sw_status sw_world_link_state(const sw_world *world, sw_link_state *state);

/* What is wrong with the link and what to do, as a text with its NUL; "" if nothing is. */
sw_status sw_world_link_problem(const sw_world *world, char *text, size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
