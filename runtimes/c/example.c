/*
 * A small program with the library: example NAME.steer.json
 *
 * Runs the scene for 30 seconds as a game of 60 frames a second would, with waves of enemies, and prints what happens. Enemies come
 * in a scene with a preset "Guard" and a path "Wall", like presets/scenes/gate-patrol.scene.json.
 *
 *     cc -I include example.c -L LIBRARY_FOLDER -lsteerwright_c -o example
 */
#include "steerwright.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void must(sw_status status) {
    if (status != SW_OK) {
        fprintf(stderr, "%s\n", sw_last_error());
        exit(1);
    }
}

static void print_events(const sw_world *world) {
    static sw_event events[4096];
    size_t count;
    must(sw_world_events(world, events, 4096, &count));
    for (size_t i = 0; i < count; i++) {
        printf("tick %" PRIu64 ": agent %" PRIu32 " %s", events[i].tick, events[i].agent, sw_event_kind_name(events[i].kind));
        if (events[i].node != SW_NONE) {
            printf(" %" PRId32, events[i].node);
        }
        printf("\n");
    }
}

static void print_agents(const sw_world *world) {
    static sw_agent agents[4096];
    size_t count;
    char name[256];
    must(sw_world_agents(world, agents, 4096, &count));
    for (size_t i = 0; i < count; i++) {
        must(sw_world_agent_name(world, agents[i].id, name, sizeof name, NULL));
        printf("%.0f s: %s is at (%.2f, %.2f)\n", sw_world_time(world), name, agents[i].x, agents[i].y);
    }
}

/* An enemy enters at the start of the patrol. */
static uint32_t spawn_enemy(sw_world *world, uint32_t guard, uint32_t wall) {
    sw_point start;
    uint32_t enemy;
    must(sw_world_path_at(world, wall, 0.0, &start));
    must(sw_world_spawn(world, guard, start.x, start.y, &enemy));
    must(sw_world_set_path(world, enemy, wall));
    printf("enemy %" PRIu32 " is spawned\n", enemy);
    return enemy;
}

/* An enemy that comes to the end of the patrol is gone. Returns whether it is. */
static bool despawn_at_end(sw_world *world, uint32_t enemy, uint32_t wall) {
    sw_agent agent;
    sw_place place;
    sw_path path;
    must(sw_world_agent(world, enemy, &agent));
    must(sw_world_path_nearest(world, wall, agent.x, agent.y, &place));
    must(sw_world_path(world, wall, &path));
    if (place.along < 0.95 * path.length) {
        return false;
    }
    must(sw_world_despawn(world, enemy));
    printf("enemy %" PRIu32 " is despawned\n", enemy);
    return true;
}

int main(int argument_count, char **arguments) {
    sw_world *world;
    uint32_t guard, wall, enemies[8];
    int enemy_count = 0;
    if (argument_count != 2) {
        fprintf(stderr, "usage: example NAME.steer.json\n");
        return 2;
    }
    must(sw_world_open(arguments[1], &world));
    bool has_waves = sw_world_find_preset(world, "Guard", &guard) == SW_OK && sw_world_find_path(world, "Wall", &wall) == SW_OK;
    for (int frame = 0; frame < 1800; frame++) {
        if (frame % 600 == 0 && has_waves) {
            enemies[enemy_count++] = spawn_enemy(world, guard, wall);
        }
        must(sw_world_advance(world, 1.0 / 60.0, NULL));
        print_events(world);
        for (int i = enemy_count - 1; i >= 0; i--) {
            if (despawn_at_end(world, enemies[i], wall)) {
                enemies[i] = enemies[--enemy_count];
            }
        }
        if (frame % 60 == 59) {
            print_agents(world);
        }
    }
    sw_world_free(world);
    return 0;
}
