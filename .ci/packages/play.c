/* Loads the scene by the installed library, and plays it. */
#include <steerwright.h>
#include <stdio.h>

int main(int count, char **arguments) {
    sw_world *world;
    uint32_t ticks = 0;
    if (count != 2 || sw_world_open(arguments[1], &world) != SW_OK) {
        fprintf(stderr, "%s\n", sw_last_error());
        return 1;
    }
    sw_world_advance(world, 1.0, &ticks);
    sw_world_free(world);
    printf("%u ticks\n", (unsigned)ticks);
    return ticks > 0 ? 0 : 1;
}
