-- Prints each value of standard input as a table of Lua's code; %q spells the texts.
local lines, at = {}, 0
for line in io.lines() do lines[#lines + 1] = line end
local function value()
  at = at + 1
  local kind, rest = lines[at]:sub(1, 1), lines[at]:sub(2)
  local function text() return (rest:gsub("%x%x", function(h) return string.char(tonumber(h, 16)) end)) end
  if kind == "n" then return "nil" elseif kind == "t" then return "true" elseif kind == "f" then return "false"
  elseif kind == "i" then return rest elseif kind == "d" then return string.format("%.17g", tonumber(rest))
  elseif kind == "[" then local out = {} for i = 1, tonumber(rest) do out[i] = value() end return "{" .. table.concat(out, ", ") .. "}"
  elseif kind == "{" then local out = {} for i = 1, tonumber(rest) do local k = value() out[i] = "[" .. k .. "] = " .. value() end return "{" .. table.concat(out, ", ") .. "}" end
  return string.format("%q", text())
end
while at < #lines do print((value():gsub(".", function(c) return string.format("%02x", c:byte()) end))) end
