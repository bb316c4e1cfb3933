--- HMAC-SHA-256 (RFC 2104, FIPS 180-4), with which the live link proves that it knows its token.
--
-- It runs in every version of Lua, without bit operators, which differ between them. License: MIT OR Apache-2.0.

local floor = math.floor
local TWO_TO_32 = 4294967296
-- The bytes of a block.
local BLOCK = 64

-- The exclusive or, and the conjunction, of two hex digits a and b, by 16 * a + b.
local XOR, AND = {}, {}
for a = 0, 15 do
  for b = 0, 15 do
    local xor, conjunction, bit = 0, 0, 1
    while bit < 16 do
      local both = floor(a / bit) % 2 + floor(b / bit) % 2
      if both == 1 then xor = xor + bit end
      if both == 2 then conjunction = conjunction + bit end
      bit = bit * 2
    end
    XOR[16 * a + b], AND[16 * a + b] = xor, conjunction
  end
end

local function digit_by_digit(operation, a, b)
  local sum, place = 0, 1
  for _ = 1, 8 do
    local low_a, low_b = a % 16, b % 16
    sum = sum + operation[16 * low_a + low_b] * place
    a, b, place = (a - low_a) / 16, (b - low_b) / 16, place * 16
  end
  return sum
end

local function xor(a, b) return digit_by_digit(XOR, a, b) end

local function rotate_right(word, bits)
  local low = word % 2 ^ bits
  return (word - low) / 2 ^ bits + low * 2 ^ (32 - bits)
end

local function shift_right(word, bits) return floor(word / 2 ^ bits) end

--- The first 32 bits of the fraction of a root.
local function fraction(root) return floor((root - floor(root)) * TWO_TO_32) end

-- The constants of SHA-256, from the first 64 primes.
local ROUNDS, INITIAL = {}, {}
do
  local candidate = 2
  while #ROUNDS < 64 do
    local is_prime = true
    for divisor = 2, floor(math.sqrt(candidate)) do
      if candidate % divisor == 0 then is_prime = false end
    end
    if is_prime then
      -- One step of Newton's method, because powers are not exact everywhere.
      local cube = candidate ^ (1 / 3)
      cube = cube - (cube * cube * cube - candidate) / (3 * cube * cube)
      ROUNDS[#ROUNDS + 1] = fraction(cube)
      if #INITIAL < 8 then INITIAL[#INITIAL + 1] = fraction(math.sqrt(candidate)) end
    end
    candidate = candidate + 1
  end
end

local function word_at(text, index)
  local a, b, c, d = text:byte(index, index + 3)
  return ((a * 256 + b) * 256 + c) * 256 + d
end

local function bytes_of(word)
  return string.char(floor(word / 16777216) % 256, floor(word / 65536) % 256, floor(word / 256) % 256, floor(word % 256))
end

--- Adds a block of `text` to the state.
local function compress(state, text, start)
  local words = {}
  for i = 1, 16 do
    words[i] = word_at(text, start + 4 * (i - 1))
  end
  for i = 17, 64 do
    local early, late = words[i - 15], words[i - 2]
    local s0 = xor(xor(rotate_right(early, 7), rotate_right(early, 18)), shift_right(early, 3))
    local s1 = xor(xor(rotate_right(late, 17), rotate_right(late, 19)), shift_right(late, 10))
    words[i] = (words[i - 16] + s0 + words[i - 7] + s1) % TWO_TO_32
  end
  local a, b, c, d, e, f, g, h = state[1], state[2], state[3], state[4], state[5], state[6], state[7], state[8]
  for i = 1, 64 do
    local s1 = xor(xor(rotate_right(e, 6), rotate_right(e, 11)), rotate_right(e, 25))
    local choice = xor(g, digit_by_digit(AND, e, xor(f, g)))
    local one = h + s1 + choice + ROUNDS[i] + words[i]
    local s0 = xor(xor(rotate_right(a, 2), rotate_right(a, 13)), rotate_right(a, 22))
    local majority = xor(digit_by_digit(AND, a, xor(b, c)), digit_by_digit(AND, b, c))
    h, g, f, e, d, c, b, a = g, f, e, (d + one) % TWO_TO_32, c, b, a, (one + s0 + majority) % TWO_TO_32
  end
  for i, word in ipairs({ a, b, c, d, e, f, g, h }) do
    state[i] = (state[i] + word) % TWO_TO_32
  end
end

--- The 32 bytes of the SHA-256 of a text.
local function sha256(text)
  local zeros = (BLOCK - 9 - #text) % BLOCK
  local padded = text .. "\128" .. ("\0"):rep(zeros + 4) .. bytes_of(#text * 8)
  local state = {}
  for i, word in ipairs(INITIAL) do
    state[i] = word
  end
  for start = 1, #padded, BLOCK do
    compress(state, padded, start)
  end
  local parts = {}
  for i, word in ipairs(state) do
    parts[i] = bytes_of(word)
  end
  return table.concat(parts)
end

local function hex(bytes)
  return (bytes:gsub(".", function(byte) return ("%02x"):format(byte:byte()) end))
end

local module = {}

--- The HMAC-SHA-256 of a text, in hex digits.
-- @param key at most 64 bytes
function module.sha256(key, text)
  local function padded(with)
    local bytes = {}
    for i = 1, BLOCK do
      bytes[i] = string.char(xor(key:byte(i) or 0, with))
    end
    return table.concat(bytes)
  end
  return hex(sha256(padded(0x5c) .. sha256(padded(0x36) .. text)))
end

--- 32 hex digits that have not been used before. They need not be secret.
-- @param now a time in seconds
function module.nonce(now)
  local seed = ("%.17g %.17g %.17g %s"):format(now, os.clock(), math.random(), tostring({}))
  return hex(sha256(seed)):sub(1, 32)
end

return module
