// What a run of the glue code produces, as lines of text. Pages receive it as source, so it refers to nothing outside itself.

/** Steps `globalThis.steerwright` on to tick `ticks`: states as bits, then points of the engine's own curves. */
export function printed(ticks) {
  const run = globalThis.steerwright;
  const { world } = run;
  const view = new DataView(new ArrayBuffer(8));
  const bits = (value) => {
    view.setFloat64(0, value + 0);
    return view.getBigUint64(0).toString(16).padStart(16, "0");
  };
  const out = [];
  // Phaser counts frames in milliseconds, three.js in seconds.
  const frame = world.dt * (run.isObject3D ? 1 : 1000);
  while (world.tick < ticks) {
    const before = world.tick;
    run.update(frame);
    if (world.tick !== before) for (const { id, x, y } of world.agents) out.push(`state ${world.tick} ${id} ${bits(x)} ${bits(y)}`);
  }

  // The objects are where the agents are between the last two ticks.
  const alpha = world.interpolationAlpha;
  for (const { id, name, x, y, previousX, previousY } of world.agents) {
    const [px, py] = [previousX + (x - previousX) * alpha, previousY + (y - previousY) * alpha];
    const view = run.views.get(id);
    const error = run.isObject3D ? view.position.distanceTo(run.point(px, py)) : Math.hypot(view.x - px, view.y - py);
    if (!(error < 1e-6) || view.name !== name) throw new Error(`agent ${id} is shown ${error} off, and named ${view.name}`);
  }
  if (run.views.size !== world.agents.length) throw new Error(`${run.views.size} objects for ${world.agents.length} agents`);

  for (const [id, path] of run.paths) {
    out.push(`path ${id} ${path.curves.length} ${JSON.stringify(path.name)}`);
    path.curves.forEach((curve, i) => {
      for (const part of [0, 0.25, 0.5, 0.75, 1]) {
        const { x, y, z } = curve.getPoint(part);
        const place = !run.isObject3D ? [x, y, 0] : world.placement.plane === "xz" ? [x, z, y] : [x, y, z];
        out.push(`point ${id} ${i} ${part} ${place.join(" ")}`);
      }
    });
  }
  return out.join("\n");
}
