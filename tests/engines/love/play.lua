
-- The test appends this to a README's program: it runs that for ten seconds and prints all positions.
local union = require("ffi").new("union { double number; uint64_t bits; }")

local function bits(number)
  union.number = number + 0
  return (bit.tohex(tonumber(union.bits / 0x100000000ULL)) .. bit.tohex(tonumber(union.bits % 0x100000000ULL)))
end

function love.run()
  for tick = 0, 600 do
    if tick > 0 then love.update(world.dt) end
    for _, agent in ipairs(world.agents) do
      print(("state %d %d %s %s"):format(world.tick, agent.id, bits(agent.x), bits(agent.y)))
    end
  end
  return function()
    return 0
  end
end
