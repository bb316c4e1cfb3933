-- No window, no sound: what the tests run has no screen.
function love.conf(t)
  for _, name in ipairs({ "window", "graphics", "font", "image", "mouse", "touch", "audio", "sound", "video", "joystick" }) do
    t.modules[name] = false
  end
end
