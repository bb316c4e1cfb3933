--- The live link: a running game shows immediately what is edited in Steerwright.
--
--     -- The address is copied from the editor.
--     local link = require("steerwright_link").connect(world, "47747/9f0c...", "My game")
--     link:poll()  -- once a frame; true if the world was edited just now
--     print(link.state, link.problem)
--
-- It belongs beside steerwright.lua and steerwright_hmac.lua, and needs LuaSocket, which is part of LÖVE. Nothing here blocks or raises an error:
-- what goes wrong is in `problem`. License: MIT OR Apache-2.0.

-- The runtime and its hash function, in the same folder as this file.
local steerwright = require((((...) or "steerwright_link"):gsub("steerwright_link$", "steerwright")))
local hmac = require((((...) or "steerwright_link"):gsub("steerwright_link$", "steerwright_hmac")))
local has_socket, socket = pcall(require, "socket")

-- The version of the protocol.
local VERSION = 2
-- The link never leaves this computer.
local HOST = "127.0.0.1"
-- Seconds between two attempts, and until an attempt without an answer is given up.
local RETRY_INTERVAL, TIMEOUT = 1, 5
-- The most bytes of one line, of one call of `poll`, and of one read.
local MAX_LINE, MAX_PER_POLL, CHUNK = 64 * 1024 * 1024, 1024 * 1024, 65536
-- The most bytes of a line before the editor has proven itself.
local MAX_ANSWER = 4096
-- The most bytes of the game's name in the first message.
local MAX_NAME = 1000

--- A link. Fields, to read:
--
-- * `state`: "off", "connecting" (not linked yet), "linked", "refused" or "lost". While it is connecting or lost, it
--   tries once a second
-- * `problem`: what is wrong and what to do, or nil
-- * `scene`: the last scene that the world took over, as decoded JSON, for what a game draws besides agents; nil before
local Link = {}
Link.__index = Link

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\" }

local function quoted(text)
  local function escape(character)
    return ESCAPES[character] or ("\\u%04x"):format(character:byte())
  end
  return '"' .. text:gsub('[%c"\\]', escape) .. '"'
end

local function decimal(number)
  -- Some locales have a decimal comma.
  return (("%.17g"):format(number):gsub(",", "."))
end

--- Proves that a side ("editor" or "game") knows the token, without sending it.
local function proof(link, side, challenge)
  return hmac.sha256(link.token, ("steerwright-link %s %s %s"):format(side, link.nonce, challenge))
end

--- The first message: a nonce, the game's name, and the units and axes of the world.
local function hello(link)
  local world, name = link.world, link.game
  -- What may be half a character of UTF-8 at the end goes too.
  if #name > MAX_NAME then name = name:sub(1, MAX_NAME):gsub("[\192-\255][\128-\191]*$", "") end
  local options = ('{"y_down": %s, "plane": %s, "scale": %s, "origin": {"x": %s, "y": %s}}'):format(
    tostring(world.y_down), quoted(world.plane), decimal(world.scale), decimal(world.origin_x), decimal(world.origin_y)
  )
  local message = '{"steerwright_link": %d, "nonce": "%s", "game": %s, "options": %s}\n'
  return message:format(VERSION, link.nonce, quoted(name), options)
end

--- Closes the connection.
local function disconnect(link, state, problem)
  if link.socket then link.socket:close() end
  link.socket, link.parts, link.size, link.unsent = nil, {}, 0, nil
  link.state, link.problem = state, problem
end

--- Closes a connection that failed; `poll` tries again.
local function lose(link, problem)
  disconnect(link, link.was_linked and "lost" or "connecting", problem)
end

--- Starts to connect. Whether that succeeded shows when something can be sent.
local function start_connecting(link, now)
  local opened, problem = socket.tcp()
  link.attempted_at = now
  if not opened then return lose(link, "cannot open a socket: " .. tostring(problem)) end
  opened:settimeout(0)
  opened:connect(HOST, link.port)
  link.nonce, link.is_proven = hmac.nonce(now), false
  link.socket, link.unsent = opened, hello(link)
end

--- Sends the hello, or the proof.
local function send(link)
  local _, writable = socket.select(nil, { link.socket }, 0)
  if not writable[1] then return end
  local last, problem, sent = link.socket:send(link.unsent)
  if last then
    link.unsent = nil
  elseif problem == "timeout" then
    link.unsent = link.unsent:sub((sent or 0) + 1)
  else
    local text = "no editor is listening on port %d (%s); turn on the live link in the editor"
    lose(link, text:format(link.port, problem))
  end
end

--- Handles a message. Returns the scene in it, if any.
local function handle_message(link, line)
  local message = line:find("^%s*{") and steerwright.decode(line)
  if not message then
    lose(link, ("the program on port %d is not the editor; copy the address from the editor again"):format(link.port))
  elseif message.refused ~= nil then
    disconnect(link, "refused", tostring(message.refused))
  elseif type(message.challenge) == "string" and not link.is_proven then
    if message.proof == proof(link, "editor", message.challenge) then
      link.is_proven = true
      link.unsent = ('{"proof": "%s"}\n'):format(proof(link, "game", message.challenge))
    else
      disconnect(link, "refused", "the token does not match; copy the link address from the editor again")
    end
  elseif not link.is_proven then
    lose(link, ("the program on port %d is not the editor; copy the address from the editor again"):format(link.port))
  elseif message.welcome == "steerwright" then
    link.state, link.problem, link.was_linked = "linked", nil, true
  elseif link.state == "linked" and type(message.problem) == "string" then
    link.problem = message.problem
  elseif link.state == "linked" then
    return message.scene
  end
end

--- Handles the complete lines. Returns the newest scene in them, if any.
local function handle_lines(link)
  local text, from, newest = table.concat(link.parts), 1, nil
  while link.socket do
    local stop = text:find("\n", from, true)
    if not stop then
      link.parts = { text:sub(from) }
      link.size = #link.parts[1]
      break
    end
    newest = handle_message(link, text:sub(from, stop - 1)) or newest
    from = stop + 1
  end
  return newest
end

--- Reads what has arrived, up to a limit. Returns the newest scene in it, if any.
local function receive(link)
  local newest
  for _ = 1, MAX_PER_POLL / CHUNK do
    local whole, problem, part = link.socket:receive(CHUNK)
    local data = whole or part or ""
    if data ~= "" then
      link.has_answer = true
      link.parts[#link.parts + 1], link.size = data, link.size + #data
      if data:find("\n", 1, true) then newest = handle_lines(link) or newest end
    end
    if not link.socket then break end
    if not link.is_proven and link.size > MAX_ANSWER then
      lose(link, ("the program on port %d is not the editor; copy the address from the editor again"):format(link.port))
    elseif link.size > MAX_LINE then
      lose(link, "the editor sent a line of more than 64 MB; split the scene")
    elseif problem and problem ~= "timeout" then
      local text = link.state == "linked" and "the editor closed the link (%s)" or "the editor did not answer (%s)"
      lose(link, text:format(problem) .. "; the link tries again every second")
    end
    if problem or not link.socket then break end
  end
  return newest
end

--- Connects, reads what has arrived, and applies an edited scene to the world. Never blocks.
-- @return true if the world was edited just now
function Link:poll()
  if self.state == "off" or self.state == "refused" then return false end
  local now = socket.gettime()
  local elapsed = now - self.attempted_at
  if not self.socket then
    -- Negative after the clock was set back.
    if elapsed >= RETRY_INTERVAL or elapsed < 0 then
      start_connecting(self, now)
      elapsed = 0
    end
    if not self.socket then return false end
  end
  if self.unsent then send(self) end
  local scene = self.socket and not self.unsent and receive(self)
  if self.socket and not self.has_answer and elapsed > TIMEOUT then
    lose(self, ("no editor answers on port %d; turn on the live link in the editor"):format(self.port))
  end
  if not self.socket then self.has_answer = false end
  if not scene then return false end
  local applied, problem = self.world:apply_scene(scene)
  self.problem = not applied and problem or nil
  if applied then self.scene = scene end
  return applied or false
end

--- Closes the link. It does not connect again.
function Link:close()
  disconnect(self, "off", nil)
end

local module = {}

--- Makes a link from a world to the editor. It connects when `poll` is called.
-- @param world what `steerwright.load` returned
-- @param address `PORT/TOKEN`, copied from the editor; if nil, that in the environment variable STEERWRIGHT_LINK
-- @param game the name of the game, which the editor shows
function module.connect(world, address, game)
  local link = { world = world, game = tostring(game or ""), state = "off", parts = {}, size = 0 }
  link.attempted_at, link.has_answer, link.was_linked = -math.huge, false, false
  address = address or os.getenv("STEERWRIGHT_LINK")
  local port, token = tostring(address):match("^%s*(%d+)/(%x+)%s*$")
  port = tonumber(port)
  if not address then
    link.problem = "no live link address was given; copy it from the editor"
  elseif not port or port < 1 or port > 65535 or #token ~= 32 then
    local text = "this is not a live link address: %s; copy it from the editor again"
    link.problem = text:format(tostring(address):sub(1, 80))
  elseif not has_socket then
    link.problem = "the live link needs LuaSocket; install it (luarocks install luasocket), or use LÖVE"
  else
    link.state, link.port, link.token = "connecting", port, token:lower()
  end
  return setmetatable(link, Link)
end

return module
