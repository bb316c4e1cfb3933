/*
 * Everything a caller can do wrong without lying about memory: hostile NAME.steer.json (with agents, a marker and a path with points).
 * Each call has to refuse with the right status and a message, and leave the world as it was.
 */
#define _POSIX_C_SOURCE 200809L

#include "steerwright.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_ID 4000000000u

static int failures = 0;

static void expect(int line, const char *call, sw_status wanted, sw_status got) {
    bool silent = got != SW_OK && sw_last_error()[0] == '\0';
    if (wanted != got || silent) {
        printf("%d: %s: wanted %d, got %d (%s)\n", line, call, wanted, got, got == SW_OK ? "" : sw_last_error());
        failures++;
    }
}

static void require(int line, const char *what, bool holds) {
    if (!holds) {
        printf("%d: does not hold: %s\n", line, what);
        failures++;
    }
}

#define EXPECT(status, call) expect(__LINE__, #call, status, call)
#define REQUIRE(what) require(__LINE__, #what, what)

static void *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        exit(2);
    }
    *length = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(*length + 1);
    if (text == NULL || fread(text, 1, *length, file) != *length) {
        exit(2);
    }
    text[*length] = '\0';
    fclose(file);
    return text;
}

static sw_world *loaded(const char *text, size_t length) {
    sw_world *world;
    if (sw_world_load(text, length, &world) != SW_OK) {
        puts(sw_last_error());
        exit(2);
    }
    return world;
}

/* ---- No world, or no room for the answer ---- */

static void without_a_world(void) {
    sw_agent agent;
    sw_event event;
    sw_path path;
    sw_place place;
    sw_point point;
    uint32_t id = 7;
    size_t count = 7;
    bool sees = true;
    char name[8];
    sw_world_free(NULL);
    sw_world_free(NULL);
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_step(NULL));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_apply_scene(NULL, "{}", 2));
    sw_link_state state;
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_link(NULL, "", ""));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_link_state(NULL, &state));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_link_problem(NULL, name, sizeof name, &count));
    REQUIRE(!sw_world_poll_link(NULL));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_advance(NULL, 1.0, &id));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_agents(NULL, &agent, 1, &count));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_agent(NULL, 1, &agent));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_agent_name(NULL, 1, name, sizeof name, &count));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_events(NULL, &event, 1, &count));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_find_agent(NULL, "", &id));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_find_marker(NULL, "", &id));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_find_path(NULL, "", &id));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_find_preset(NULL, "", &id));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_find_wall(NULL, "", &id));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_sees(NULL, 1, 2, &sees));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_set_wall_open(NULL, 1, true));
    sw_senses senses;
    sw_state its_state;
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_senses(NULL, 1, &senses));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_team(NULL, 1, name, sizeof name, &count));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_state(NULL, 1, &its_state));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_state_name(NULL, 1, name, sizeof name, &count));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_noise(NULL, 0.0, 0.0, 1.0));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_set_team(NULL, 1, "guards"));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_set_state(NULL, 1, 1));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_find_state(NULL, 1, "", &id));
    sw_property value;
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_property(NULL, "agent", 1, "", &value));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_node_property(NULL, 1, 0, "", &value));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_preset_property(NULL, 1, "", &value));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_property_text(NULL, "agent", 1, "", name, sizeof name, &count));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_node_property_text(NULL, 1, 0, "", name, sizeof name, &count));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_preset_property_text(NULL, 1, "", name, sizeof name, &count));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_force_event(NULL, SW_NONE, "alarm"));
    sw_snapshot *snapshot = NULL;
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_save(NULL, name, sizeof name, &count));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_load_save(NULL, "{}", 2));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_snapshot(NULL, &snapshot));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_restore(NULL, snapshot));
    REQUIRE(snapshot == NULL && sw_world_hash64(NULL) == 0);
    sw_snapshot_free(NULL);
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_set_pressed(NULL, true));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_trigger(NULL, "wave"));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_set_pointer(NULL, 0.0, 0.0));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_move_marker(NULL, 1, 0.0, 0.0));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_drive(NULL, 1, 0.0, 0.0));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_release(NULL, 1));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_set_target(NULL, 1, SW_TARGET_NONE, 0));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_set_danger(NULL, 1, SW_TARGET_NONE, 0));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_set_leader(NULL, 1, SW_NONE));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_set_path(NULL, 1, SW_NONE));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_set_preset(NULL, 1, 1));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_spawn(NULL, 1, 0.0, 0.0, &id));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_despawn(NULL, 1));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_path(NULL, 1, &path));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_path_points(NULL, 1, &point, 1, &count));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_path_nearest(NULL, 1, 0.0, 0.0, &place));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_path_at(NULL, 1, 0.0, &point));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_path_between(NULL, 0.0, 0.0, 1.0, 1.0, 0.4, NULL, 0, NULL));
    REQUIRE(id == 7 && count == 7 && sees);
    REQUIRE(sw_world_tick(NULL) == 0 && sw_world_agent_count(NULL) == 0);
    REQUIRE(sw_world_time(NULL) == 0.0 && sw_world_dt(NULL) == 0.0 && sw_world_interpolation_alpha(NULL) == 0.0);
    REQUIRE(strstr(sw_last_error(), "world is NULL") != NULL);
}

static void without_room(sw_world *world, uint32_t agent, uint32_t path, uint32_t preset) {
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_agent(world, agent, NULL));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_agents(world, NULL, 1, NULL));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_agent_name(world, agent, NULL, 5, NULL));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_events(world, NULL, 1, NULL));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_trigger(world, NULL));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_trigger(world, "missing"));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_find_agent(world, NULL, &agent));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_path(world, path, NULL));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_path_points(world, path, NULL, 1, NULL));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_path_nearest(world, path, 0.0, 0.0, NULL));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_path_at(world, path, 0.0, NULL));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_spawn(world, preset, 0.0, 0.0, NULL));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_sees(world, agent, agent, NULL));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_save(world, NULL, 5, NULL));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_snapshot(world, NULL));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_restore(world, NULL));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_senses(world, agent, NULL));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_state(world, agent, NULL));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_state_name(world, agent, NULL, 5, NULL));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_force_event(world, agent, NULL));
    EXPECT(SW_OK, sw_world_agents(world, NULL, 0, NULL));
    EXPECT(SW_OK, sw_world_events(world, NULL, 0, NULL));
}

static void misaligned(sw_world *world, uint32_t agent) {
    union {
        double aligned[64];
        char bytes[64 * sizeof(double)];
    } room;
    void *odd = room.bytes + 1;
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_step(odd));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_agent(world, agent, odd));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_agents(world, odd, 1, NULL));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_agents(world, NULL, 0, odd));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_find_agent(world, "", odd));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_advance(world, 1.0, odd));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_load("", 0, odd));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_snapshot(world, odd));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_restore(world, odd));
    REQUIRE(sw_world_tick(world) == 0);
}

static void wrong_sizes(sw_world *world, uint32_t agent, uint32_t path) {
    sw_agent agents[2];
    sw_point point;
    char name[256];
    size_t count, needed;
    size_t total = sw_world_agent_count(world);
    memset(agents, 0x5a, sizeof agents);
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_agents(world, agents, SIZE_MAX, NULL));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_agents(world, agents, SIZE_MAX / sizeof *agents, NULL));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_agent_name(world, agent, name, SIZE_MAX, NULL));
    REQUIRE(total > 1 && agents[0].id == 0x5a5a5a5a);
    EXPECT(SW_ERROR_CAPACITY, sw_world_agents(world, agents, 0, &count));
    REQUIRE(count == total && agents[0].id == 0x5a5a5a5a);
    EXPECT(SW_ERROR_CAPACITY, sw_world_agents(world, agents, 1, &count));
    REQUIRE(count == total && agents[0].id == agent && agents[1].id == 0x5a5a5a5a);
    EXPECT(SW_ERROR_CAPACITY, sw_world_path_points(world, path, &point, 1, &count));
    REQUIRE(count > 1);
    EXPECT(SW_OK, sw_world_path_points(world, path, NULL, 0, &count));
    EXPECT(SW_OK, sw_world_agent_name(world, agent, NULL, 0, &needed));
    memset(name, 'x', sizeof name);
    EXPECT(SW_ERROR_CAPACITY, sw_world_agent_name(world, agent, name, needed - 1, &count));
    REQUIRE(count == needed && name[0] == '\0' && name[1] == 'x');
    EXPECT(SW_ERROR_CAPACITY, sw_world_agent_name(world, agent, name, 0, NULL));
    EXPECT(SW_OK, sw_world_agent_name(world, agent, name, needed, &count));
    REQUIRE(strlen(name) + 1 == needed && name[needed] == 'x');
}

/* ---- Texts and files ---- */

static void bad_texts(const char *good, size_t length) {
    static const char *const broken[] = {
        "", "nonsense", "{", "[]", "null", "3", "\"x\"", "{}", "{\"format\": 3}", "{\"format\": \"steerwright-preset\"}",
        "{\"format\": \"steerwright-export\"}", "{\"format\": \"steerwright-scene\"}",
        "{\"format\": \"steerwright-scene\", \"format_version\": 0}", "{\"format\": \"steerwright-scene\", \"format_version\": 1e999}",
        "{\"format\": \"steerwright-scene\", \"format_version\": 1, \"agents\": [{}]}",
        "{\"format\": \"steerwright-scene\", \"format_version\": 1, \"ticks_per_second\": 0}",
    };
    sw_world *world = NULL;
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        world = (sw_world *)&world;
        EXPECT(SW_ERROR_FORMAT, sw_world_load(broken[i], strlen(broken[i]), &world));
        REQUIRE(world == NULL);
    }
    const char *newer = "{\"format\": \"steerwright-export\", \"format_version\": 9, \"min_reader\": 8}";
    EXPECT(SW_ERROR_NEWER_VERSION, sw_world_load(newer, strlen(newer), &world));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_load(NULL, 5, &world));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_load(good, length, NULL));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_load("\xff\xfe{}", 4, &world));
    EXPECT(SW_ERROR_FORMAT, sw_world_load("{\0}", 3, &world));
    EXPECT(SW_ERROR_FORMAT, sw_world_load(good, SIZE_MAX, &world));

    size_t depth = 1000000;
    char *deep = malloc(depth);
    memset(deep, '[', depth);
    EXPECT(SW_ERROR_FORMAT, sw_world_load(deep, depth, &world));
    free(deep);

    EXPECT(SW_ERROR_NULL_POINTER, sw_world_open(NULL, &world));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_open("x", NULL));
    EXPECT(SW_ERROR_FILE, sw_world_open("", &world));
    EXPECT(SW_ERROR_FILE, sw_world_open("no/such.steer.json", &world));
    EXPECT(SW_ERROR_FILE, sw_world_open(".", &world));
    EXPECT(SW_ERROR_FILE, sw_world_open("/dev/null", &world));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_open("\xff.steer.json", &world));
    REQUIRE(world == NULL);
}

/* A link that leads nowhere says so, and is no trouble. */
static void bad_links(sw_world *world) {
    static const char *const none[] = {"", "nonsense", "47747", "47747/", "99999/00000000000000000000000000000000", "/", "-1/0"};
    char text[512];
    size_t count;
    sw_link_state state;
    EXPECT(SW_OK, sw_world_link_state(world, &state));
    REQUIRE(state == SW_LINK_OFF);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        EXPECT(SW_OK, sw_world_link(world, none[i], "game"));
        REQUIRE(!sw_world_poll_link(world));
        EXPECT(SW_OK, sw_world_link_state(world, &state));
        REQUIRE(state == SW_LINK_OFF);
        EXPECT(SW_OK, sw_world_link_problem(world, text, sizeof text, &count));
        REQUIRE(count == strlen(text) + 1 && (count > 1) == (i > 0));
    }
    EXPECT(SW_ERROR_CAPACITY, sw_world_link_problem(world, text, 4, &count));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_link(world, "\xff", NULL));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_link(world, "", "\xff"));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_link_state(world, NULL));
    EXPECT(SW_OK, sw_world_link(world, "9/00000000000000000000000000000000", NULL));
    REQUIRE(!sw_world_poll_link(world));
    EXPECT(SW_OK, sw_world_link(world, "", NULL));
}

/* What is no scene changes nothing in a world that is to take it over. */
static void bad_edits(sw_world *world, const char *good, size_t length) {
    static const char *const broken[] = {"", "nonsense", "{}", "{\"format\": \"steerwright-preset\"}", "{\"format\": \"steerwright-export\"}"};
    sw_agent before[16], after[16];
    size_t count;
    EXPECT(SW_OK, sw_world_agents(world, before, 16, &count));
    uint64_t tick = sw_world_tick(world);
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        EXPECT(SW_ERROR_FORMAT, sw_world_apply_scene(world, broken[i], strlen(broken[i])));
    }
    EXPECT(SW_ERROR_FORMAT, sw_world_apply_scene(world, good, length - 9));
    EXPECT(SW_ERROR_FORMAT, sw_world_apply_scene(world, good, SIZE_MAX));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_apply_scene(world, NULL, length));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_apply_scene(world, "\xff", 1));
    EXPECT(SW_OK, sw_world_apply_scene(world, good, length));
    EXPECT(SW_OK, sw_world_agents(world, after, 16, NULL));
    REQUIRE(sw_world_tick(world) == tick);
    for (size_t i = 0; i < count; i++) {
        REQUIRE(before[i].id == after[i].id && before[i].x == after[i].x && before[i].vy == after[i].vy && before[i].node == after[i].node);
    }
}

/* Cut, changed and doubled texts load or are refused, and what loads runs. */
static void mangled_texts(const char *good, size_t length) {
    static const char strange[] = "0-9.e\"[]{},:x \\";
    char *text = malloc(length);
    uint32_t random = 1;
    for (int i = 0; i < 400; i++) {
        sw_world *world;
        memcpy(text, good, length);
        size_t size = length;
        for (int change = 0; change < 1 + i % 3; change++) {
            random = random * 1664525u + 1013904223u;
            text[(random >> 8) % length] = strange[(random >> 4) % (sizeof strange - 1)];
        }
        if (i % 4 == 0) {
            size = (random >> 8) % length;
        }
        sw_status status = sw_world_load(text, size, &world);
        /* Half a character is no UTF-8. */
        REQUIRE(status == SW_OK || status == SW_ERROR_FORMAT || status == SW_ERROR_INVALID_ARGUMENT);
        for (int step = 0; world != NULL && step < 20; step++) {
            EXPECT(SW_OK, sw_world_step(world));
        }
        sw_world_free(world);
    }
    free(text);
}

/* What is no save of the scene changes nothing, and a damaged save loads or is refused. */
static void bad_saves(sw_world *world, const char *good, size_t good_length) {
    static const char *const broken[] = {"", "nonsense", "{}", "[", "null", "{\"format\":\"steerwright-save\"}"};
    static const char strange[] = "0-9.ef\"[]{},: null";
    size_t length;
    uint64_t hash = sw_world_hash64(world);
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        EXPECT(SW_ERROR_FORMAT, sw_world_load_save(world, broken[i], strlen(broken[i])));
    }
    EXPECT(SW_ERROR_FORMAT, sw_world_load_save(world, good, good_length));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_load_save(world, NULL, 1));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_load_save(world, "\xff", 1));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_load_save(world, good, SIZE_MAX));
    EXPECT(SW_OK, sw_world_save(world, NULL, 0, &length));
    char *save = malloc(length), *text = malloc(length);
    EXPECT(SW_ERROR_CAPACITY, sw_world_save(world, save, length - 1, NULL));
    REQUIRE(save[0] == '\0');
    EXPECT(SW_OK, sw_world_save(world, save, length, NULL));
    REQUIRE(strlen(save) + 1 == length);
    EXPECT(SW_ERROR_FORMAT, sw_world_load_save(world, save, length)); /* the NUL is no part of it */
    REQUIRE(sw_world_hash64(world) == hash);

    sw_snapshot *snapshot;
    EXPECT(SW_OK, sw_world_snapshot(world, &snapshot));
    uint32_t random = 1;
    for (int i = 0; i < 400; i++) {
        memcpy(text, save, length);
        for (int change = 0; change < 1 + i % 3; change++) {
            random = random * 1664525u + 1013904223u;
            text[(random >> 8) % (length - 1)] = strange[(random >> 4) % (sizeof strange - 1)];
        }
        size_t size = i % 4 == 0 ? (random >> 8) % length : length - 1;
        sw_status status = sw_world_load_save(world, text, size);
        REQUIRE(status == SW_OK || status == SW_ERROR_FORMAT || status == SW_ERROR_NEWER_VERSION);
        for (int step = 0; status == SW_OK && step < 20; step++) {
            EXPECT(SW_OK, sw_world_step(world));
        }
        EXPECT(SW_OK, sw_world_restore(world, snapshot));
        REQUIRE(sw_world_hash64(world) == hash);
    }
    /* A snapshot outlives its world. */
    sw_world *other = loaded(good, good_length);
    sw_snapshot *kept;
    EXPECT(SW_OK, sw_world_snapshot(other, &kept));
    uint64_t start = sw_world_hash64(other);
    sw_world_free(other);
    EXPECT(SW_OK, sw_world_restore(world, kept));
    REQUIRE(sw_world_hash64(world) == start);
    sw_snapshot_free(kept);
    EXPECT(SW_OK, sw_world_restore(world, snapshot));
    sw_snapshot_free(snapshot);
    free(save);
    free(text);
}

/* ---- Custom properties ---- */

static bool is_value(sw_property value, bool has_number, double number, bool has_text, bool has_boolean, bool boolean) {
    bool is_number = has_number ? value.number == number : isnan(value.number);
    return value.has_number == has_number && is_number && value.has_text == has_text && value.has_boolean == has_boolean && value.boolean == boolean;
}

/* What is declared and set can be read, and nothing else. */
static void properties(void) {
    static const char scene[] =
        "{\"format\": \"steerwright-scene\", \"format_version\": 1, \"declared_properties\": ["
        "{\"name\": \"mood\", \"type\": \"text\", \"on\": [\"agents\"], \"default\": \"calm\"},"
        "{\"name\": \"locked\", \"type\": \"bool\", \"on\": [\"agents\"], \"default\": true},"
        "{\"name\": \"size\", \"type\": \"number\", \"on\": [\"agents\", \"nodes\"], \"default\": 0.12345678912345},"
        "{\"name\": \"friend\", \"type\": \"reference\", \"on\": [\"agents\", \"presets\"], \"refers_to\": \"agents\", \"default\": null}],"
        "\"presets\": [{\"id\": 1, \"name\": \"Guard\", \"properties\": {\"friend\": 1}}],"
        "\"paths\": [{\"id\": 1, \"name\": \"Round\", \"nodes\": ["
        "{\"id\": 7, \"x\": 0, \"y\": 0, \"properties\": {\"size\": 2}}, {\"id\": 8, \"x\": 4, \"y\": 0}]}],"
        "\"agents\": [{\"id\": 1, \"name\": \"First\", \"preset\": 1, \"x\": 0, \"y\": 0, \"properties\": {\"locked\": false, \"size\": 0.5}},"
        "{\"id\": 2, \"name\": \"Second\", \"preset\": 1, \"x\": 9, \"y\": 0, \"properties\": {\"mood\": \"tense\"}}]}";
    sw_world *world = loaded(scene, sizeof scene - 1);
    sw_property value;
    char text[8];
    size_t count = 0;
    EXPECT(SW_OK, sw_world_property(world, "agent", 1, "locked", &value));
    REQUIRE(is_value(value, false, 0.0, false, true, false));
    EXPECT(SW_OK, sw_world_property(world, "agent", 2, "locked", &value));
    REQUIRE(is_value(value, false, 0.0, false, true, true));
    EXPECT(SW_OK, sw_world_property(world, "agent", 1, "size", &value));
    REQUIRE(is_value(value, true, 0.5, false, false, false));
    EXPECT(SW_OK, sw_world_property(world, "agent", 2, "size", &value));
    REQUIRE(is_value(value, true, 0.123456789, false, false, false));
    EXPECT(SW_OK, sw_world_property(world, "agent", 1, "mood", &value));
    REQUIRE(is_value(value, false, 0.0, true, false, false));
    EXPECT(SW_OK, sw_world_property(world, "agent", 1, "friend", &value));
    REQUIRE(is_value(value, false, 0.0, false, false, false));
    EXPECT(SW_OK, sw_world_preset_property(world, 2, "friend", &value));
    REQUIRE(is_value(value, true, 1.0, false, false, false));
    EXPECT(SW_OK, sw_world_node_property(world, 1, 0, "size", &value));
    REQUIRE(is_value(value, true, 2.0, false, false, false));
    EXPECT(SW_OK, sw_world_node_property(world, 1, 1, "size", &value));
    REQUIRE(is_value(value, true, 0.123456789, false, false, false));

    EXPECT(SW_OK, sw_world_property_text(world, "agent", 1, "mood", NULL, 0, &count));
    REQUIRE(count == 5);
    memset(text, 'x', sizeof text);
    EXPECT(SW_ERROR_CAPACITY, sw_world_property_text(world, "agent", 1, "mood", text, 4, &count));
    REQUIRE(count == 5 && text[0] == '\0' && text[1] == 'x');
    EXPECT(SW_OK, sw_world_property_text(world, "agent", 1, "mood", text, 5, &count));
    REQUIRE(count == 5 && strcmp(text, "calm") == 0 && text[5] == 'x');
    EXPECT(SW_OK, sw_world_property_text(world, "agent", 2, "mood", text, sizeof text, &count));
    REQUIRE(count == 6 && strcmp(text, "tense") == 0);

    /* Not a text, not declared for this kind, and not a node. */
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_property_text(world, "agent", 1, "size", text, sizeof text, &count));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_property(world, "path", 1, "mood", &value));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_property_text(world, "path", 1, "mood", text, sizeof text, &count));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_node_property(world, 1, 0, "mood", &value));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_node_property(world, 1, 2, "size", &value));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_preset_property(world, 1, "mood", &value));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_property(world, "agent", 1, "mood", NULL));
    sw_world_free(world);
}

/* ---- Ids, kinds, numbers ---- */

static void bad_ids(sw_world *world, uint32_t agent, uint32_t marker) {
    sw_agent out;
    sw_path path;
    sw_place place;
    sw_point point;
    uint32_t id = 7;
    char name[8];
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_agent(world, NO_ID, &out));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_agent_name(world, NO_ID, name, sizeof name, NULL));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_find_agent(world, "missing", &id));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_find_marker(world, "missing", &id));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_find_path(world, "missing", &id));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_find_preset(world, "missing", &id));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_find_agent(world, "\xc3\x28", &id));
    sw_senses senses;
    sw_state state;
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_senses(world, NO_ID, &senses));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_team(world, NO_ID, name, sizeof name, NULL));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_state(world, NO_ID, &state));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_state_name(world, NO_ID, name, sizeof name, NULL));
    EXPECT(SW_ERROR_COORDINATE, sw_world_noise(world, NAN, 0.0, 1.0));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_noise(world, 0.0, 0.0, -1.0));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_noise(world, 0.0, 0.0, NAN));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_set_team(world, NO_ID, NULL));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_set_team(world, agent, ""));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_set_team(world, agent, "\xc3\x28"));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_set_state(world, NO_ID, 1));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_set_state(world, agent, NO_ID));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_find_state(world, NO_ID, "", &id));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_find_state(world, agent, "missing", &id));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_find_state(world, agent, NULL, &id));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_find_state(world, agent, "", NULL));
    uint32_t first_state = NO_ID;
    EXPECT(SW_OK, sw_world_state(world, agent, &state));
    EXPECT(SW_OK, sw_world_find_state(world, agent, "", &first_state));
    REQUIRE(first_state == state.id);
    sw_property value;
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_property(world, "agent", NO_ID, "missing", &value));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_property(world, "agent", agent, "missing", &value));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_property(world, "path", NO_ID, "missing", &value));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_property(world, "marker", NO_ID, "missing", &value));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_property(world, "wall", NO_ID, "missing", &value));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_property(world, "agents", agent, "missing", &value));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_property(world, NULL, agent, "missing", &value));
    EXPECT(SW_ERROR_NULL_POINTER, sw_world_property(world, "agent", agent, NULL, &value));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_node_property(world, NO_ID, 0, "missing", &value));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_preset_property(world, NO_ID, "missing", &value));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_preset_property(world, agent, "missing", &value));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_property_text(world, "agent", agent, "missing", name, sizeof name, NULL));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_node_property_text(world, NO_ID, 0, "missing", name, sizeof name, NULL));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_preset_property_text(world, agent, "missing", name, sizeof name, NULL));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_force_event(world, NO_ID, "alarm"));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_force_event(world, -2, "alarm"));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_force_event(world, SW_NONE, ""));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_move_marker(world, NO_ID, 0.0, 0.0));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_drive(world, NO_ID, 0.0, 0.0));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_release(world, NO_ID));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_set_target(world, NO_ID, SW_TARGET_POINTER, 0));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_set_target(world, agent, SW_TARGET_AGENT, NO_ID));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_set_target(world, agent, SW_TARGET_MARKER, NO_ID));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_set_danger(world, agent, SW_TARGET_MARKER, NO_ID));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_set_target(world, agent, 4, marker));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_set_danger(world, agent, INT32_MIN, marker));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_set_leader(world, agent, NO_ID));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_set_leader(world, agent, -2));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_set_leader(world, agent, INT64_MAX));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_set_leader(world, agent, INT64_C(4294967296)));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_set_path(world, agent, NO_ID));
    EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_set_path(world, agent, INT64_MIN));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_set_preset(world, agent, NO_ID));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_spawn(world, NO_ID, 0.0, 0.0, &id));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_despawn(world, NO_ID));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_path(world, NO_ID, &path));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_path_points(world, NO_ID, &point, 1, NULL));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_path_nearest(world, NO_ID, 0.0, 0.0, &place));
    EXPECT(SW_ERROR_NOT_FOUND, sw_world_path_at(world, NO_ID, 0.0, &point));
    REQUIRE(id == 7);
    REQUIRE(strcmp(sw_event_kind_name(0), "unknown") == 0 && strcmp(sw_event_kind_name(INT32_MAX), "unknown") == 0);
}

static void bad_numbers(sw_world *world, uint32_t agent, uint32_t marker, uint32_t path, uint32_t preset) {
    const double bad[] = {NAN, INFINITY, -INFINITY, 1.1e9, -1e300};
    sw_place place;
    sw_point point;
    uint32_t id = 7, ticks = 7;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        EXPECT(SW_ERROR_COORDINATE, sw_world_set_pointer(world, bad[i], 0.0));
        EXPECT(SW_ERROR_COORDINATE, sw_world_set_pointer(world, 0.0, bad[i]));
        EXPECT(SW_ERROR_COORDINATE, sw_world_move_marker(world, marker, bad[i], 0.0));
        EXPECT(SW_ERROR_COORDINATE, sw_world_drive(world, agent, 0.0, bad[i]));
        EXPECT(SW_ERROR_COORDINATE, sw_world_spawn(world, preset, bad[i], 0.0, &id));
        EXPECT(SW_ERROR_COORDINATE, sw_world_path_nearest(world, path, bad[i], 0.0, &place));
    }
    for (size_t i = 0; i < 3; i++) {
        EXPECT(SW_ERROR_COORDINATE, sw_world_path_at(world, path, bad[i], &point));
        EXPECT(SW_ERROR_COORDINATE, sw_world_path_between(world, bad[i], 0.0, 1.0, 1.0, 0.4, NULL, 0, NULL));
        EXPECT(SW_ERROR_INVALID_ARGUMENT, sw_world_path_between(world, 0.0, 0.0, 1.0, 1.0, bad[i], NULL, 0, NULL));
        EXPECT(SW_OK, sw_world_advance(world, bad[i], &ticks));
        REQUIRE(ticks == 0);
    }
    EXPECT(SW_OK, sw_world_advance(world, -1e300, &ticks));
    REQUIRE(ticks == 0 && id == 7);
    EXPECT(SW_OK, sw_world_path_at(world, path, 1e300, &point));
    REQUIRE(isfinite(point.x) && isfinite(point.y));
}

/* ---- Much, and at once ---- */

static void many_agents(sw_world *world, uint32_t preset) {
    uint32_t ids[300], ticks;
    size_t before = sw_world_agent_count(world), count;
    for (int i = 0; i < 300; i++) {
        EXPECT(SW_OK, sw_world_spawn(world, preset, i % 20, i / 20, &ids[i]));
        REQUIRE(i == 0 || ids[i] == ids[i - 1] + 1);
    }
    REQUIRE(sw_world_agent_count(world) == before + 300);
    EXPECT(SW_OK, sw_world_advance(world, 1e300, &ticks));
    REQUIRE(ticks == 240);
    for (int i = 0; i < 300; i++) {
        EXPECT(SW_OK, sw_world_despawn(world, ids[i]));
        EXPECT(SW_ERROR_NOT_FOUND, sw_world_despawn(world, ids[i]));
    }
    sw_agent last;
    while (sw_world_agent_count(world) > 0) {
        (void)sw_world_agents(world, &last, 1, NULL);
        EXPECT(SW_OK, sw_world_despawn(world, last.id));
    }
    EXPECT(SW_OK, sw_world_step(world));
    EXPECT(SW_OK, sw_world_agents(world, &last, 1, &count));
    REQUIRE(count == 0);
}

static void *run_on(void *world) {
    for (int i = 0; i < 300; i++) {
        EXPECT(SW_OK, sw_world_step(world));
    }
    REQUIRE(sw_last_error()[0] == '\0'); /* nothing has failed on this thread */
    return NULL;
}

/* Two worlds on two threads at once come to what one comes to here. */
static void on_threads(const char *good, size_t length) {
    sw_world *worlds[3];
    pthread_t threads[2];
    sw_agent agents[3][64];
    size_t count = 0;
    for (int i = 0; i < 3; i++) {
        worlds[i] = loaded(good, length);
    }
    for (int i = 0; i < 2; i++) {
        REQUIRE(pthread_create(&threads[i], NULL, run_on, worlds[i]) == 0);
    }
    for (int i = 0; i < 300; i++) {
        EXPECT(SW_OK, sw_world_step(worlds[2]));
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    for (int i = 0; i < 3; i++) {
        EXPECT(SW_OK, sw_world_agents(worlds[i], agents[i], 64, &count));
        sw_world_free(worlds[i]);
    }
    for (size_t i = 0; i < count; i++) {
        REQUIRE(agents[0][i].x == agents[2][i].x && agents[1][i].y == agents[2][i].y);
    }
}

int main(int argument_count, char **arguments) {
    size_t length;
    char *good = read_file(argument_count == 2 ? arguments[1] : "", &length);
    REQUIRE(sw_last_error()[0] == '\0');
    REQUIRE(sw_version()[0] != '\0' && sw_reader_version() >= 1);

    sw_world *world = loaded(good, length), *untouched = loaded(good, length);
    uint32_t agent, marker, path, preset;
    EXPECT(SW_OK, sw_world_find_agent(world, "Leader", &agent));
    EXPECT(SW_OK, sw_world_find_marker(world, "Gate", &marker));
    EXPECT(SW_OK, sw_world_find_path(world, "Round", &path));
    EXPECT(SW_OK, sw_world_find_preset(world, "Guard", &preset));
    without_a_world();
    without_room(world, agent, path, preset);
    misaligned(world, agent);
    wrong_sizes(world, agent, path);
    bad_ids(world, agent, marker);
    properties();
    bad_numbers(world, agent, marker, path, preset);

    /* None of it has changed anything. */
    REQUIRE(sw_world_agent_count(world) == sw_world_agent_count(untouched) && sw_world_tick(world) == 0);
    bad_links(world);
    bad_edits(world, good, length);
    for (int i = 0; i < 100; i++) {
        sw_agent now, wanted;
        sw_world_step(world);
        sw_world_step(untouched);
        sw_world_agent(world, agent, &now);
        sw_world_agent(untouched, agent, &wanted);
        REQUIRE(now.x == wanted.x && now.y == wanted.y && now.steering == wanted.steering && now.node == wanted.node);
    }
    bad_edits(world, good, length);
    bad_saves(world, good, length);
    sw_world_free(untouched);

    many_agents(world, preset);
    sw_world_free(world);
    bad_texts(good, length);
    mangled_texts(good, length);
    on_threads(good, length);
    free(good);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
