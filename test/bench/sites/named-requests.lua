-- Asks for the lines of the file PATHS in turn: a name, a space and a path.
local requests = {}
for line in io.lines(os.getenv("PATHS")) do
  local name, path = line:match("(%S+) (%S+)")
  requests[#requests + 1] = wrk.format("GET", path, { ["Accept-Encoding"] = "gzip", ["Host"] = name })
end
local at = 0

request = function()
  at = at % #requests + 1
  return requests[at]
end

done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format('RESULT {"requests":%d,"microseconds":%d,"bytes":%d,"p99Ms":%.2f,"status":%d,"connect":%d,"read":%d,"write":%d,"timeout":%d}\n',
    summary.requests, summary.duration, summary.bytes, latency:percentile(99) / 1000,
    errors.status, errors.connect, errors.read, errors.write, errors.timeout))
end
