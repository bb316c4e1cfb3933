--- The live link: a running game shows what is edited in Steerwright, at once.
--
--     local link = require("steerwright_link").connect(world, "47747/9f0c...", "My game")  -- the address: copied from the editor
--     link:poll()                                                 -- once a frame; true when the world was edited just now
--     print(link.state, link.problem)
--
-- It stands beside steerwright.lua and wants LuaSocket, which LÖVE carries. Nothing here waits, and nothing throws: what goes wrong
-- is a text to read. Licence: MIT OR Apache-2.0.

-- The runtime, found where this file was found.
local steerwright = require((((...) or "steerwright_link"):gsub("steerwright_link$", "steerwright")))
local has_socket, socket = pcall(require, "socket")

-- The version of the link's messages that this file knows.
local VERSION = 1
-- It connects to this machine alone.
local HOST = "127.0.0.1"
-- Seconds between two tries, and for how long a try may go without a word.
local PAUSE, PATIENCE = 1, 5
-- No line of the editor has more bytes; and no frame reads more.
local LONGEST_LINE, MOST_A_FRAME, CHUNK = 64 * 1024 * 1024, 1024 * 1024, 65536
-- No name of a game takes more bytes of the first message.
local LONGEST_NAME = 1000

--- A link. Fields, to read:
--
-- * `state`: "off", "connecting" (not linked yet), "linked", "refused" or "lost". Connecting or lost, it tries once a second
-- * `problem`: what is wrong, or nil
-- * `scene`: what the world took over last, as `decode` gives it, for what a game draws besides agents; nil before
local Link = {}
Link.__index = Link

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\" }

local function quoted(text)
  local function escape(mark)
    return ESCAPES[mark] or ("\\u%04x"):format(mark:byte())
  end
  return '"' .. text:gsub('[%c"\\]', escape) .. '"'
end

local function decimal(number)
  -- Some locales have a comma.
  return (("%.17g"):format(number):gsub(",", "."))
end

--- The first message: who we are, and in which units and axes the world is.
local function hello(link)
  local world, name = link.world, link.game
  if #name > LONGEST_NAME then name = name:sub(1, LONGEST_NAME):gsub("[\192-\255][\128-\191]*$", "") end
  local options = ('{"y_down": %s, "plane": %s, "scale": %s, "origin": {"x": %s, "y": %s}}'):format(
    tostring(world.y_down), quoted(world.plane), decimal(world.scale), decimal(world.origin_x), decimal(world.origin_y)
  )
  local message = '{"steerwright_link": %d, "token": "%s", "game": %s, "options": %s}\n'
  return message:format(VERSION, link.token, quoted(name), options)
end

--- Lets go of the connection.
local function drop(link, state, problem)
  if link.socket then link.socket:close() end
  link.socket, link.parts, link.size, link.unsent = nil, {}, 0, nil
  link.state, link.problem = state, problem
end

--- Lets go of a connection that failed; another is tried soon.
local function lose(link, problem)
  drop(link, link.was_linked and "lost" or "connecting", problem)
end

--- Begins a connection; whether it came about is seen when something can be sent.
local function dial(link, now)
  local opened, problem = socket.tcp()
  link.dialled = now
  if not opened then return lose(link, "no connection can be made: " .. tostring(problem)) end
  opened:settimeout(0)
  opened:connect(HOST, link.port)
  link.socket, link.unsent = opened, hello(link)
end

local function send_hello(link)
  local _, writable = socket.select(nil, { link.socket }, 0)
  if not writable[1] then return end
  local last, problem, sent = link.socket:send(link.unsent)
  if last then
    link.unsent = nil
  elseif problem == "timeout" then
    link.unsent = link.unsent:sub((sent or 0) + 1)
  else
    local text = "nobody listens at port %d (%s); switch the live link on in the editor"
    lose(link, text:format(link.port, problem))
  end
end

--- Takes a message. Returns the scene in it, if there is one.
local function take(link, line)
  local message = line:find("^%s*{") and steerwright.decode(line)
  if not message then
    lose(link, ("what answers at port %d is not the editor; copy the address from it again"):format(link.port))
  elseif message.refused ~= nil then
    drop(link, "refused", tostring(message.refused))
  elseif message.welcome == "steerwright" then
    link.state, link.problem, link.was_linked = "linked", nil, true
  elseif link.state == "linked" and type(message.problem) == "string" then
    link.problem = message.problem
  elseif link.state == "linked" then
    return message.scene
  end
end

--- Takes the lines that are whole. Returns the newest scene in them.
local function take_lines(link)
  local text, from, newest = table.concat(link.parts), 1, nil
  while link.socket do
    local stop = text:find("\n", from, true)
    if not stop then
      link.parts = { text:sub(from) }
      link.size = #link.parts[1]
      break
    end
    newest = take(link, text:sub(from, stop - 1)) or newest
    from = stop + 1
  end
  return newest
end

--- Reads what is there, within bounds. Returns the newest scene that came.
local function receive(link)
  local newest
  for _ = 1, MOST_A_FRAME / CHUNK do
    local whole, problem, part = link.socket:receive(CHUNK)
    local data = whole or part or ""
    if data ~= "" then
      link.heard = true
      link.parts[#link.parts + 1], link.size = data, link.size + #data
      if data:find("\n", 1, true) then newest = take_lines(link) or newest end
    end
    if not link.socket then break end
    if link.size > LONGEST_LINE then
      lose(link, "the editor sent a line of more than 64 MB; split the scene")
    elseif problem and problem ~= "timeout" then
      local text = link.state == "linked" and "the editor closed the link (%s)" or "nobody answers as an editor does (%s)"
      lose(link, text:format(problem) .. "; it is tried again every second")
    end
    if problem or not link.socket then break end
  end
  return newest
end

--- Connects, reads what has come, and hands an edited scene to the world: some work of a frame, and never more.
-- @return true if the world was edited just now
function Link:poll()
  if self.state == "off" or self.state == "refused" then return false end
  local now = socket.gettime()
  local since = now - self.dialled
  if not self.socket then
    -- Also when the clock was put back.
    if since >= PAUSE or since < 0 then dial(self, now) end
    if not self.socket then return false end
  end
  if self.unsent then send_hello(self) end
  local scene = self.socket and not self.unsent and receive(self)
  if self.socket and not self.heard and since > PATIENCE then
    lose(self, ("nobody answers at port %d; switch the live link on in the editor"):format(self.port))
  end
  if not self.socket then self.heard = false end
  if not scene then return false end
  local fine, problem = self.world:reread(scene)
  self.problem = not fine and problem or nil
  if fine then self.scene = scene end
  return fine or false
end

--- Ends the link for good.
function Link:close()
  drop(self, "off", nil)
end

local module = {}

--- A link from a world to the editor. Nothing has happened yet when this returns: call `poll`.
-- @param world what `steerwright.load` returned
-- @param address `PORT/TOKEN`, copied from the editor; without it, that of the environment's variable STEERWRIGHT_LINK
-- @param game what the editor shows as the name of the game
function module.connect(world, address, game)
  local link = { world = world, game = tostring(game or ""), state = "off", parts = {}, size = 0, dialled = -math.huge }
  link.heard, link.was_linked = false, false
  address = address or os.getenv("STEERWRIGHT_LINK")
  local port, token = tostring(address):match("^%s*(%d+)/(%x+)%s*$")
  port = tonumber(port)
  if not address then
    link.problem = "no address of the editor was given; copy it from the editor's live link"
  elseif not port or port < 1 or port > 65535 or #token ~= 32 then
    link.problem = "this is no address of a live link: " .. tostring(address):sub(1, 80) .. "; copy it from the editor again"
  elseif not has_socket then
    link.problem = "the live link wants LuaSocket, and it is not here; install it (luarocks install luasocket), or use LÖVE"
  else
    link.state, link.port, link.token = "connecting", port, token
  end
  return setmetatable(link, Link)
end

return module
