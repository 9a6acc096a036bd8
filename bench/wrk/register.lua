-- Registers visitors, every one with an address of their own. Argument: the number of the first visitor.
local visitor

function init(arguments) visitor = tonumber(arguments[1]) end

function request()
   visitor = visitor + 1
   local body = string.format(
      '{"fullName":"Nguyễn Văn %d","email":"khach%d@example.vn","phone":"0912 345 678","company":"Công ty Một","consent":true}',
      visitor, visitor)
   return wrk.format("POST", nil, {
      ["content-type"] = "application/json",
      ["idempotency-key"] = "visitor-" .. visitor,
      ["x-forwarded-for"] = string.format("10.%d.%d.%d",
         math.floor(visitor / 65536) % 256, math.floor(visitor / 256) % 256, visitor % 256),
   }, body)
end

require("report")
done = report
