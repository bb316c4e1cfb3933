/*
 * The smallest program with the library: example NAME.steer.json
 *
 * Runs the scene for 10 seconds as a game of 60 frames a second would, and prints what happens.
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

int main(int argument_count, char **arguments) {
    sw_world *world;
    if (argument_count != 2) {
        fprintf(stderr, "usage: example NAME.steer.json\n");
        return 2;
    }
    must(sw_world_open(arguments[1], &world));
    for (int frame = 1; frame <= 600; frame++) {
        must(sw_world_advance(world, 1.0 / 60.0, NULL));
        print_events(world);
        if (frame % 60 == 0) {
            print_agents(world);
        }
    }
    sw_world_free(world);
    return 0;
}
