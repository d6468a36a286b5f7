-- Asks for the paths in the file PATHS, one a line, in turn.
local paths = {}
for line in io.lines(os.getenv("PATHS")) do paths[#paths + 1] = line end
local headers = { ["Accept-Encoding"] = "gzip" }
local at = 0

request = function()
  at = at % #paths + 1
  return wrk.format("GET", paths[at], headers)
end

done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format('RESULT {"requests":%d,"microseconds":%d,"bytes":%d,"p99Ms":%.2f,"status":%d,"connect":%d,"read":%d,"write":%d,"timeout":%d}\n',
    summary.requests, summary.duration, summary.bytes, latency:percentile(99) / 1000,
    errors.status, errors.connect, errors.read, errors.write, errors.timeout))
end
