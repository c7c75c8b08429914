-- wrk: sends DEPTH requests in one write and reads the responses as they arrive.  wrk -s pipeline.lua URL -- [DEPTH]
function init(arguments)
    local requests = {}
    for number = 1, tonumber(arguments[1] or "16") do requests[number] = wrk.format("GET", wrk.path) end
    batch = table.concat(requests)
end

function request() return batch end
