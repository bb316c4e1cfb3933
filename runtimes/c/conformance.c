/*
 * Checks that the library moves agents to the same bit on this machine: conformance [FOLDER_OR_FILE]...
 *
 * Without arguments it runs the cases of Steerwright: those in the folder `conformance`, where it is started or two folders above, as from
 * its own folder. Exit code 0: every case is the same.
 *
 *     cc -I include conformance.c -L LIBRARY_FOLDER -lsteerwright_c -o conformance
 */
#define _POSIX_C_SOURCE 200809L /* dirent.h */

#include "case_file.h"
#include "steerwright.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TEXT 4096
#define MAX_PATH 4096

/* A preset that was replaced, and by what. */
typedef struct replaced {
    uint32_t preset;
    char *fields;
} replaced;

/* The run of a case. */
typedef struct run {
    sw_world *world;
    case_file *file;
    slice export;       /* the export that was loaded or applied last */
    replaced *replaced; /* since then */
    size_t replaced_count;
    char **events; /* the lines of the events so far; those from `seen` on have not been compared yet */
    size_t count, seen;
    bool ended;
    char problem[2 * MAX_TEXT]; /* the first difference */
} run;

static bool fail(run *run, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(run->problem, sizeof run->problem, format, arguments);
    va_end(arguments);
    return false;
}

static bool same(run *run, const char *expected, const char *found) {
    return strcmp(expected, found) == 0 || fail(run, "expected \"%s\", found \"%s\"", expected, found);
}

static bool done(run *run, sw_status status) {
    return status == SW_OK || fail(run, "expected that it is done, found %s", sw_last_error());
}

/* The 16 hex digits of a double, a negative zero as zero, also where the host rounds small numbers to zero. */
static const char *hex(double number, char text[17]) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    if (bits == (uint64_t)1 << 63) {
        bits = 0;
    }
    snprintf(text, 17, "%016" PRIx64, bits);
    return text;
}

static const char *index_text(int32_t index, char text[12]) {
    if (index == SW_NONE) {
        return "-";
    }
    snprintf(text, 12, "%" PRId32, index);
    return text;
}

/* Appends to a text of MAX_TEXT bytes. */
static void append(char *text, const char *format, ...) {
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, MAX_TEXT - length, format, arguments);
    va_end(arguments);
}

/* Appends a text as JSON. */
static void append_json(char *text, const char *value) {
    static const char escaped[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    append(text, "\"");
    for (; *value != '\0'; value++) {
        const char *found = strchr(escaped, *value);
        if (found != NULL) {
            append(text, "\\%c", letters[found - escaped]);
        } else if ((unsigned char)*value < 0x20) {
            append(text, "\\u%04x", *value);
        } else {
            append(text, "%c", *value);
        }
    }
    append(text, "\"");
}

static const char *id_text(int64_t id, char text[24]) {
    if (id == SW_NONE) {
        return "-";
    }
    snprintf(text, 24, "%" PRId64, id);
    return text;
}

/* The line of an event of the last step, with this index. */
static void event_line(const sw_world *world, size_t index, const sw_event *event, char text[MAX_TEXT]) {
    char node[12], behavior[12], digits[17], reason[24], other[24], name[MAX_TEXT / 4], value[MAX_TEXT / 4];
    snprintf(text, MAX_TEXT, "event %" PRIu64 " %" PRIu32 " %s %s %s", event->tick, event->agent,
             sw_event_kind_name(event->kind), index_text(event->node, node), index_text(event->behavior, behavior));
    bool has_name = sw_world_event_name(world, index, name, sizeof name, NULL) == SW_OK;
    if (has_name || event->kind == SW_EVENT_TOUCHED) {
        append(text, " %s %s [", id_text(event->reason, reason), id_text(event->other, other));
        if (has_name) {
            append_json(text, name);
        }
        if (event->has_number) {
            append(text, ",{\"number\":\"%s\"}", hex(event->number, digits));
        } else if (sw_world_event_text(world, index, value, sizeof value, NULL) == SW_OK) {
            append(text, ",");
            append_json(text, value);
        } else if (event->kind == SW_EVENT_EMITTED) {
            append(text, ",null");
        }
        append(text, "]");
    } else if (event->source != SW_NONE) {
        append(text, " %s %s", id_text(event->source, reason), id_text(event->other, other));
    }
}

/* Keeps the lines of the events of the last step. */
static bool keep_events(run *run) {
    size_t more;
    if (!done(run, sw_world_events(run->world, NULL, 0, &more))) {
        return false;
    }
    if (more == 0) {
        return true;
    }
    sw_event *events = malloc(more * sizeof *events);
    char **lines = realloc(run->events, (run->count + more) * sizeof *lines);
    if (lines != NULL) {
        run->events = lines;
    }
    if (events == NULL || lines == NULL) {
        free(events);
        return fail(run, "out of memory");
    }
    bool is_kept = done(run, sw_world_events(run->world, events, more, NULL));
    for (size_t i = 0; is_kept && i < more; i++) {
        char text[MAX_TEXT];
        event_line(run->world, i, &events[i], text);
        char *line = malloc(strlen(text) + 1);
        if (line == NULL) {
            is_kept = fail(run, "out of memory");
        } else {
            run->events[run->count++] = strcpy(line, text);
        }
    }
    free(events);
    return is_kept;
}

/* The line of the next event that has not been compared yet. */
static const char *next_event(run *run) {
    return run->seen == run->count ? "no event" : run->events[run->seen++];
}

static bool check_state(run *run, const char *line, uint32_t id) {
    char text[MAX_TEXT], node[12], digits[8][17];
    sw_agent agent;
    if (!done(run, sw_world_agent(run->world, id, &agent))) {
        return false;
    }
    const double numbers[7] = {agent.x, agent.y, agent.vx, agent.vy, agent.heading_x, agent.heading_y, agent.steering};
    for (int i = 0; i < 7; i++) {
        hex(numbers[i], digits[i]);
    }
    snprintf(text, sizeof text, "state %" PRIu64 " %" PRIu32 " %s %s %s %s %s %s %s %s %s", sw_world_tick(run->world), agent.id,
             digits[0], digits[1], digits[2], digits[3], digits[4], digits[5], digits[6],
             agent.has_fov ? hex(agent.fov_deg, digits[7]) : "-", index_text(agent.node, node));
    return same(run, line, text);
}

/* "marker 3", "agent 2", "pointer -" or "none -". */
static bool read_target(const char *fields, sw_target_kind *kind, uint32_t *id) {
    static const char *const names[] = {"none", "marker", "agent", "pointer"};
    char name[16];
    *id = 0;
    if (sscanf(fields, "%15s %" SCNu32, name, id) < 1) {
        return false;
    }
    for (*kind = SW_TARGET_NONE; *kind <= SW_TARGET_POINTER; ++*kind) {
        if (strcmp(name, names[*kind]) == 0) {
            return true;
        }
    }
    return false;
}

/* An id, or "-" for none. */
static bool read_id_or_none(const char *field, int64_t *id) {
    *id = SW_NONE;
    return strcmp(field, "-") == 0 || sscanf(field, "%" SCNd64, id) == 1;
}

/* Spawns an agent, which has to get the expected id. */
static bool spawn(run *run, uint32_t preset, const char *fields) {
    uint32_t agent, expected;
    double x, y;
    if (sscanf(fields, "%lf %lf %" SCNu32, &x, &y, &expected) < 3) {
        return fail(run, "expected a position and an id, found \"%s\"", fields);
    }
    if (!done(run, sw_world_spawn(run->world, preset, x, y, &agent))) {
        return false;
    }
    return agent == expected || fail(run, "expected the id %" PRIu32 ", found %" PRIu32, expected, agent);
}

/* The call or the reading of a line that names a path: what is read follows the fields that say what to read. */
static bool read_path(run *run, const char *name, const char *line, uint32_t path, const char *fields) {
    const sw_world *world = run->world;
    char text[MAX_TEXT], digits[4][17];
    int length = (int)(fields - line), rest = 0;
    double x, y;
    sw_path about;
    sw_point point;
    sw_place place;
    sw_status status;
    if (strcmp(name, "path") == 0) {
        if (!done(run, sw_world_path(world, path, &about))) {
            return false;
        }
        snprintf(text, sizeof text, "%.*s%zu %s %s", length, line, about.points, about.closed ? "closed" : "open", hex(about.length, digits[0]));
        return same(run, line, text);
    }
    if (strcmp(name, "path_nearest") == 0 && sscanf(fields, "%lf %lf %n", &x, &y, &rest) == 2) {
        status = sw_world_path_nearest(world, path, x, y, &place);
        snprintf(text, sizeof text, "%.*s%s %s %s %s", length + rest, line, hex(place.x, digits[0]), hex(place.y, digits[1]),
                 hex(place.along, digits[2]), hex(place.distance, digits[3]));
    } else if (strcmp(name, "path_at") == 0 && sscanf(fields, "%lf %n", &x, &rest) == 1) {
        status = sw_world_path_at(world, path, x, &point);
        snprintf(text, sizeof text, "%.*s%s %s", length + rest, line, hex(point.x, digits[0]), hex(point.y, digits[1]));
    } else {
        return fail(run, "expected a reading of a path, found \"%s\"", line);
    }
    if (status == SW_ERROR_NOT_FOUND) { /* the path has no points */
        snprintf(text, sizeof text, "%.*s-", length + rest, line);
        return same(run, line, text);
    }
    return done(run, status) && same(run, line, text);
}

/* The point with this index. */
static bool read_path_point(run *run, const char *line, uint32_t path, const char *fields) {
    char text[MAX_TEXT], digits[2][17];
    int length = (int)(fields - line), rest = 0;
    size_t index, count;
    if (sscanf(fields, "%zu %n", &index, &rest) < 1 || !done(run, sw_world_path_points(run->world, path, NULL, 0, &count))) {
        return fail(run, "expected the index of a point, found \"%s\"", line);
    }
    snprintf(text, sizeof text, "%.*s-", length + rest, line);
    if (index < count) {
        sw_point *points = malloc(count * sizeof *points);
        if (points == NULL) {
            return fail(run, "out of memory");
        }
        bool is_read = done(run, sw_world_path_points(run->world, path, points, count, NULL));
        snprintf(text, sizeof text, "%.*s%s %s", length + rest, line, hex(points[index].x, digits[0]), hex(points[index].y, digits[1]));
        free(points);
        if (!is_read) {
            return false;
        }
    }
    return same(run, line, text);
}

/* "path_between TICK AX AY BX BY RADIUS POINTS", or "-" for none. */
static bool read_path_between(run *run, const char *line, const char *fields) {
    char text[MAX_TEXT], digits[2][17];
    int rest = 0;
    double ax, ay, bx, by, radius;
    size_t count;
    if (sscanf(fields, "%lf %lf %lf %lf %lf%n", &ax, &ay, &bx, &by, &radius, &rest) < 5) {
        return fail(run, "expected two positions and a radius, found \"%s\"", line);
    }
    snprintf(text, sizeof text, "%.*s", (int)(fields - line) + rest, line);
    sw_status status = sw_world_path_between(run->world, ax, ay, bx, by, radius, NULL, 0, &count);
    if (status == SW_ERROR_NOT_FOUND) {
        append(text, " -");
        return same(run, line, text);
    }
    sw_point *points = done(run, status) ? malloc(count * sizeof *points) : NULL;
    if (points == NULL) {
        return fail(run, "the way of \"%s\" cannot be read", line);
    }
    bool is_read = done(run, sw_world_path_between(run->world, ax, ay, bx, by, radius, points, count, NULL));
    for (size_t i = 0; is_read && i < count; ++i) {
        append(text, " %s %s", hex(points[i].x, digits[0]), hex(points[i].y, digits[1]));
    }
    free(points);
    return is_read && same(run, line, text);
}

static bool read_cell(run *run, const char *line, const char *fields) {
    char text[MAX_TEXT], digits[2][17];
    int rest = 0;
    double x, y;
    sw_cell cell;
    if (sscanf(fields, "%lf %lf %n", &x, &y, &rest) < 2) {
        return fail(run, "expected a position, found \"%s\"", line);
    }
    if (!done(run, sw_world_cell_at(run->world, x, y, &cell))) {
        return false;
    }
    snprintf(text, sizeof text, "%.*s%" PRId32 " %" PRId32 " %s %s %s", (int)(fields - line) + rest, line, cell.column, cell.row,
             hex(cell.x, digits[0]), hex(cell.y, digits[1]), cell.blocked ? "blocked" : "free");
    return same(run, line, text);
}

/* "sees TICK AGENT OTHER yes", or "no". */
static bool read_sees(run *run, const char *line, uint32_t id, const char *fields) {
    char text[MAX_TEXT];
    int rest = 0;
    uint32_t other;
    bool sees;
    if (sscanf(fields, "%" SCNu32 " %n", &other, &rest) < 1) {
        return fail(run, "expected the id of another agent, found \"%s\"", line);
    }
    if (!done(run, sw_world_sees(run->world, id, other, &sees))) {
        return false;
    }
    snprintf(text, sizeof text, "%.*s%s", (int)(fields - line) + rest, line, sees ? "yes" : "no");
    return same(run, line, text);
}

/* "facing TICK AGENT X Y". */
static bool read_facing(run *run, uint32_t id, const char *expected) {
    sw_agent agent;
    char text[MAX_TEXT], x[17], y[17];
    if (!done(run, sw_world_agent(run->world, id, &agent))) {
        return false;
    }
    hex(agent.facing_x, x);
    hex(agent.facing_y, y);
    snprintf(text, sizeof text, "%s %s", x, y);
    return same(run, expected, text);
}

/* "senses TICK AGENT NOTICED METER PERCEIVED". */
static bool read_senses(run *run, uint32_t id, const char *expected) {
    static const char *const names[] = {"-", "marker", "agent", "pointer"};
    sw_senses senses;
    char text[MAX_TEXT], meter[17];
    if (!done(run, sw_world_senses(run->world, id, &senses))) {
        return false;
    }
    snprintf(text, sizeof text, "%s %s %s", senses.noticed ? "yes" : "no", hex(senses.meter, meter), names[senses.perceived]);
    if (senses.perceived == SW_TARGET_MARKER || senses.perceived == SW_TARGET_AGENT) {
        append(text, " %" PRIu32, senses.perceived_id);
    }
    return same(run, expected, text);
}

/* "in_state TICK AGENT STATE NAME". */
static bool read_state(run *run, uint32_t id, const char *expected) {
    sw_state state;
    char text[MAX_TEXT], name[MAX_TEXT / 2];
    if (!done(run, sw_world_state(run->world, id, &state)) || !done(run, sw_world_state_name(run->world, id, name, sizeof name, NULL))) {
        return false;
    }
    snprintf(text, sizeof text, "%" PRIu32 " %s", state.id, name);
    return same(run, expected, text);
}

/* "is_wall_open TICK WALL yes", or "no". */
static bool read_is_wall_open(run *run, uint32_t id, const char *expected) {
    bool open;
    return done(run, sw_world_is_wall_open(run->world, id, &open)) && same(run, expected, open ? "yes" : "no");
}

/* "hash TICK HASH". */
static bool read_hash(run *run, const char *expected) {
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, sw_world_hash64(run->world));
    return same(run, expected, text);
}

/* "find TICK KIND ID NAME". */
static bool read_name(run *run, const char *line, const char *fields) {
    static const struct {
        const char *kind;
        sw_status (*find)(const sw_world *world, const char *name, uint32_t *id);
    } finders[] = {{"agent", sw_world_find_agent}, {"marker", sw_world_find_marker}, {"path", sw_world_find_path}, {"preset", sw_world_find_preset}, {"wall", sw_world_find_wall}};
    char text[MAX_TEXT], kind[16], expected[16];
    int name = 0;
    uint32_t id;
    if (sscanf(fields, "%15s %15s%n", kind, expected, &name) < 2 || fields[name] != ' ') {
        return fail(run, "expected a kind, an id and a name, found \"%s\"", line);
    }
    const char *called = fields + name + 1;
    for (size_t i = 0; i < sizeof finders / sizeof finders[0]; i++) {
        if (strcmp(kind, finders[i].kind) == 0) {
            strcpy(text, "-");
            if (finders[i].find(run->world, called, &id) == SW_OK) {
                snprintf(text, sizeof text, "%" PRIu32, id);
            }
            return same(run, expected, text);
        }
    }
    return fail(run, "expected agent, marker, path, preset or wall, found \"%s\"", kind);
}

/* Replaces a preset, and notes it: a save does not have it. */
static bool replace_preset(run *run, uint32_t preset, const char *fields) {
    replaced *all = realloc(run->replaced, (run->replaced_count + 1) * sizeof *all);
    char *kept = malloc(strlen(fields) + 1);
    if (all != NULL) {
        run->replaced = all;
    }
    if (all == NULL || kept == NULL) {
        free(kept);
        return fail(run, "out of memory");
    }
    all[run->replaced_count].preset = preset;
    all[run->replaced_count++].fields = strcpy(kept, fields);
    return done(run, sw_world_replace_preset(run->world, preset, fields, strlen(fields)));
}

static void forget_replaced(run *run) {
    for (size_t i = 0; i < run->replaced_count; i++) {
        free(run->replaced[i].fields);
    }
    run->replaced_count = 0;
}

/* Goes on in a new world of the same export from the save of this one, by way of a snapshot. */
static bool save_load(run *run) {
    size_t length;
    sw_world *next = NULL;
    sw_snapshot *snapshot = NULL;
    uint64_t hash = sw_world_hash64(run->world);
    if (!done(run, sw_world_save(run->world, NULL, 0, &length))) {
        return false;
    }
    char *save = malloc(length);
    bool is_done = save != NULL || fail(run, "out of memory");
    is_done = is_done && done(run, sw_world_save(run->world, save, length, NULL)) && done(run, sw_world_load(run->export.bytes, run->export.length, &next));
    for (size_t i = 0; is_done && i < run->replaced_count; i++) {
        const char *fields = run->replaced[i].fields;
        is_done = done(run, sw_world_replace_preset(next, run->replaced[i].preset, fields, strlen(fields)));
    }
    is_done = is_done && done(run, sw_world_load_save(next, save, length - 1)) && done(run, sw_world_snapshot(next, &snapshot))
              && done(run, sw_world_step(next)) && done(run, sw_world_restore(next, snapshot));
    if (is_done && sw_world_hash64(next) != hash) {
        is_done = fail(run, "expected the hash %016" PRIx64 ", found %016" PRIx64, hash, sw_world_hash64(next));
    }
    sw_snapshot_free(snapshot);
    free(save);
    sw_world_free(run->world);
    run->world = next;
    return is_done;
}

static bool call(run *run, const char *name, const char *line, const char *fields) {
    sw_world *world = run->world;
    uint32_t id, other;
    double x, y, radius;
    int64_t id_or_none;
    char agent[24];
    sw_target_kind kind;
    int rest = 0;
    if (strcmp(name, "cell") == 0) {
        return read_cell(run, line, fields);
    }
    if (strcmp(name, "path_between") == 0) {
        return read_path_between(run, line, fields);
    }
    if (strcmp(name, "find") == 0) {
        return read_name(run, line, fields);
    }
    if (strcmp(name, "hash") == 0) {
        return read_hash(run, fields);
    }
    if (strcmp(name, "save_load") == 0) {
        return save_load(run);
    }
    if (strcmp(name, "set_pointer") == 0 && sscanf(fields, "%lf %lf", &x, &y) == 2) {
        return done(run, sw_world_set_pointer(world, x, y));
    }
    if (strcmp(name, "set_pressed") == 0) {
        return done(run, sw_world_set_pressed(world, strcmp(fields, "down") == 0));
    }
    if (strcmp(name, "trigger") == 0) {
        /* A name that no spawner waits for is no error of a case. */
        sw_status status = sw_world_trigger(world, fields);
        return status == SW_ERROR_NOT_FOUND || done(run, status);
    }
    if (strcmp(name, "noise") == 0 && sscanf(fields, "%lf %lf %lf", &x, &y, &radius) == 3) {
        return done(run, sw_world_noise(world, x, y, radius));
    }
    if (strcmp(name, "force_event") == 0 && sscanf(fields, "%23s%n", agent, &rest) == 1 && fields[rest] == ' ' && read_id_or_none(agent, &id_or_none)) {
        return done(run, sw_world_force_event(world, id_or_none, fields + rest + 1));
    }
    if (sscanf(fields, "%" SCNu32 " %n", &id, &rest) == 1) {
        fields += rest;
        if (strcmp(name, "release") == 0) {
            return done(run, sw_world_release(world, id));
        }
        if (strcmp(name, "despawn") == 0) {
            return done(run, sw_world_despawn(world, id));
        }
        if (strcmp(name, "move_marker") == 0 && sscanf(fields, "%lf %lf", &x, &y) == 2) {
            return done(run, sw_world_move_marker(world, id, x, y));
        }
        if (strcmp(name, "drive") == 0 && sscanf(fields, "%lf %lf", &x, &y) == 2) {
            return done(run, sw_world_drive(world, id, x, y));
        }
        if (strcmp(name, "sees") == 0) {
            return read_sees(run, line, id, fields);
        }
        if (strcmp(name, "facing") == 0) {
            return read_facing(run, id, fields);
        }
        if (strcmp(name, "senses") == 0) {
            return read_senses(run, id, fields);
        }
        if (strcmp(name, "in_state") == 0) {
            return read_state(run, id, fields);
        }
        if (strcmp(name, "set_team") == 0) {
            return done(run, sw_world_set_team(world, id, strcmp(fields, "-") == 0 ? NULL : fields));
        }
        if (strcmp(name, "set_state") == 0 && sscanf(fields, "%" SCNu32, &other) == 1) {
            return done(run, sw_world_set_state(world, id, other));
        }
        if (strcmp(name, "is_wall_open") == 0) {
            return read_is_wall_open(run, id, fields);
        }
        if (strcmp(name, "set_wall_open") == 0 && (strcmp(fields, "open") == 0 || strcmp(fields, "closed") == 0)) {
            return done(run, sw_world_set_wall_open(world, id, strcmp(fields, "open") == 0));
        }
        if (strcmp(name, "path_point") == 0) {
            return read_path_point(run, line, id, fields);
        }
        if (strncmp(name, "path", 4) == 0) {
            return read_path(run, name, line, id, fields);
        }
        if (strcmp(name, "spawn") == 0) {
            return spawn(run, id, fields);
        }
        if (strcmp(name, "replace_preset") == 0) {
            return replace_preset(run, id, fields);
        }
        if (strcmp(name, "set_leader") == 0 && read_id_or_none(fields, &id_or_none)) {
            return done(run, sw_world_set_leader(world, id, id_or_none));
        }
        if (strcmp(name, "set_path") == 0 && read_id_or_none(fields, &id_or_none)) {
            return done(run, sw_world_set_path(world, id, id_or_none));
        }
        if (strcmp(name, "set_preset") == 0 && sscanf(fields, "%" SCNu32, &other) == 1) {
            return done(run, sw_world_set_preset(world, id, other));
        }
        if (strcmp(name, "set_target") == 0 && read_target(fields, &kind, &other)) {
            return done(run, sw_world_set_target(world, id, kind, other));
        }
        if (strcmp(name, "set_danger") == 0 && read_target(fields, &kind, &other)) {
            return done(run, sw_world_set_danger(world, id, kind, other));
        }
    }
    return fail(run, "expected a line of a case, found \"%s ... %s\"", name, fields);
}

/* Applies the export with this label. */
static bool apply_scene(run *run, const char *label) {
    forget_replaced(run);
    if (!find_export(run->file, label, &run->export)) {
        return fail(run, "there is no export %s", label);
    }
    return done(run, sw_world_apply_scene(run->world, run->export.bytes, run->export.length));
}

static bool handle(run *run, const char *line) {
    char kind[32];
    uint64_t tick;
    int rest = 0;
    if (line[0] == '#') {
        return true;
    }
    if (sscanf(line, "%31s %" SCNu64 " %n", kind, &tick, &rest) < 2 || tick < sw_world_tick(run->world)) {
        return fail(run, "expected a tick from %" PRIu64 " on, found \"%.200s\"", sw_world_tick(run->world), line);
    }
    while (sw_world_tick(run->world) < tick) {
        if (!done(run, sw_world_step(run->world)) || !keep_events(run)) {
            return false;
        }
    }
    if (strcmp(kind, "state") == 0) {
        return check_state(run, line, (uint32_t)strtoul(line + rest, NULL, 10));
    }
    if (strcmp(kind, "event") == 0) {
        return same(run, line, next_event(run));
    }
    if (strcmp(kind, "end") == 0) {
        run->ended = true;
        return same(run, "no event", next_event(run));
    }
    return strcmp(kind, "apply_scene") == 0 ? apply_scene(run, line + rest) : call(run, kind, line, line + rest);
}

/* Says in which line the problem is. */
static bool fail_at(run *run, size_t line) {
    char problem[MAX_TEXT];
    memcpy(problem, run->problem, sizeof problem);
    problem[sizeof problem - 1] = '\0';
    return fail(run, "line %zu: %s", line, problem);
}

/* Checks the lines of a case. */
static bool check_lines(run *run, case_section *section) {
    size_t number = section->line;
    if (!done(run, sw_world_load(run->export.bytes, run->export.length, &run->world))) {
        return fail_at(run, number);
    }
    while (section->body.length > 0) {
        slice line = take_line(&section->body);
        line.bytes[line.length - 1] = '\0';
        number++;
        if (!handle(run, line.bytes)) {
            return fail_at(run, number);
        }
    }
    return run->ended || (fail(run, "expected a last line \"end\", found none"), fail_at(run, number));
}

static bool check_refusal(run *run, size_t line) {
    sw_status status = sw_world_load(run->export.bytes, run->export.length, &run->world);
    bool is_refused = status == SW_ERROR_FORMAT || status == SW_ERROR_NEWER_VERSION;
    return is_refused || fail(run, "line %zu: expected a refusal, found status %d", line, (int)status);
}

typedef struct {
    int passed, total;
} counts;

static void report(counts *counts, const char *name, const char *problem) {
    bool is_same = problem[0] == '\0';
    printf("%s %s%s%s\n", is_same ? "ok" : "FAILED", name, is_same ? "" : ": ", problem);
    counts->passed += is_same;
    counts->total++;
}

static void check_case(case_file *file, case_section *section, counts *counts) {
    run run = {.file = file, .export = section->export};
    bool is_same = section->is_refused ? check_refusal(&run, section->line) : check_lines(&run, section);
    report(counts, section->name, is_same ? "" : run.problem);
    for (size_t i = 0; i < run.count; i++) {
        free(run.events[i]);
    }
    free(run.events);
    forget_replaced(&run);
    free(run.replaced);
    sw_world_free(run.world);
    free(section->owned);
}

static void check_file(const char *path, counts *counts) {
    case_file file;
    case_section section;
    const char *slash = strrchr(path, '/');
    bool is_open = open_cases(&file, path);
    while (is_open && next_case(&file, &section)) {
        check_case(&file, &section, counts);
    }
    if (file.problem[0] != '\0') {
        report(counts, slash == NULL ? path : slash + 1, file.problem);
    }
    close_cases(&file);
}

/* A folder, or a file of cases. */
static int is_interesting(const struct dirent *entry) {
    const char *ending = strrchr(entry->d_name, '.');
    return ending == NULL || strcmp(ending, ".cases") == 0;
}

/* Runs the cases in a folder and in the folders in it, and returns whether it is one. */
static bool check_folder(const char *folder, counts *counts) {
    struct dirent **entries;
    int count = scandir(folder, &entries, is_interesting, alphasort);
    for (int i = 0; i < count; i++) {
        char path[MAX_PATH];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (!check_folder(path, counts) && strrchr(entries[i]->d_name, '.') != NULL) {
            check_file(path, counts);
        }
        free(entries[i]);
    }
    if (count >= 0) {
        free(entries);
    }
    return count >= 0;
}

int main(int argument_count, char **arguments) {
    counts counts = {0};
    for (int i = 1; i < argument_count; i++) {
        if (!check_folder(arguments[i], &counts)) {
            check_file(arguments[i], &counts);
        }
    }
    if (argument_count < 2 && !check_folder("conformance", &counts)) {
        check_folder("../../conformance", &counts);
    }
    if (counts.total == 0) {
        fputs("no cases found; name a folder with .cases files\n", stderr);
    }
    printf("%d of %d cases are the same to the bit\n", counts.passed, counts.total);
    return counts.passed == counts.total && counts.total > 0 ? 0 : 1;
}
