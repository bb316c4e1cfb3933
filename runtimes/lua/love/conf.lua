--- Turns off unused modules: sound, and without a window (for a script) everything that needs a screen.

function love.conf(t)
  t.window.title = "Steerwright"
  t.window.width, t.window.height = 960, 640
  t.window.resizable = true
  t.window.msaa = 4
  t.modules.audio, t.modules.sound, t.modules.video, t.modules.joystick = false, false, false, false
  if arg[2] and arg[2]:match("%.lua$") then
    t.modules.window, t.modules.graphics, t.modules.font, t.modules.image = false, false, false, false
    t.modules.mouse, t.modules.touch = false, false
  end
end
