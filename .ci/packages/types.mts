// What TypeScript has to accept, and below "@ts-expect-error" what it has to refuse: nothing of the API is `any`.
import { load, type Agent, type ExportedPreset, type ExportedScene, type PathData, type WorldEvent } from "steerwright";
import type { Link } from "steerwright/link";
import type { SteerwrightRun as PhaserRun } from "steerwright/phaser";
import type { SteerwrightRun as ThreeRun } from "steerwright/three";

export function phaser(run: PhaserRun): void {
  const data: ExportedScene = run.data;
  // @ts-expect-error
  const notData: number = run.data;
  const path: PathData | undefined = run.paths.get(1)?.data;
  // @ts-expect-error
  const notPath: number | undefined = run.paths.get(1)?.data;
  const { events, add } = run.scene;
  events.on("steerwright", (event: WorldEvent, run: PhaserRun): void => run.world.despawn(event.agent));
  events.on("steerwright", (event) => event.kind === "arrived");
  // @ts-expect-error
  events.on("steerwright", (event) => event.kind === "no kind");
  run.show((agent: Agent, about: ExportedPreset) => add.circle(agent.x, agent.y, about.body.radius));
  // @ts-expect-error
  run.show((agent, about) => add.circle(0, 0, about.color));
  void [data, notData, path, notPath];
}

export function three(run: ThreeRun): void {
  run.addEventListener("wait_started", ({ agent, node, tick }) => console.log(agent.toFixed(), node?.toFixed(), tick.toFixed()));
  // @ts-expect-error
  run.addEventListener("wait_started", ({ agent }) => console.log(agent.name));
  const about: ExportedPreset | undefined = run.views.get(1)?.userData.about;
  // @ts-expect-error
  const notAbout: number | undefined = run.views.get(1)?.userData.about;
  const link: Link | null = run.link;
  // @ts-expect-error
  load(5);
  // @ts-expect-error
  run.world.agents[0].x = 5;
  void [about, notAbout, link];
}
