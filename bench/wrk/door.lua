-- Checks people in, every one once. Arguments: the event, a device key, a file with a ticket code a line, how many of
-- them to pass over.
local event, key, codes

function init(arguments)
   event, key = arguments[1], arguments[2]
   codes = io.lines(arguments[3])
   for _ = 1, tonumber(arguments[4]) do codes() end
end

function request()
   local headers = { ["content-type"] = "application/json", ["x-checkin-key"] = key }
   return wrk.format("POST", nil, headers, string.format('{"eventId":"%s","code":"%s"}', event, codes() or "0"))
end

require("report")
done = report
