-- No window and no sound: the tests run without a screen.
function love.conf(t)
  for _, name in ipairs({ "window", "graphics", "font", "image", "mouse", "touch", "audio", "sound", "video", "joystick" }) do
    t.modules[name] = false
  end
end
