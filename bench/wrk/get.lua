-- Reads one address again and again. Argument: an access token, or nothing.
function init(arguments)
   if arguments[1] then wrk.headers["authorization"] = "Bearer " .. arguments[1] end
end

require("report")
done = report
