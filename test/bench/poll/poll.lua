-- Polls random jobs with random keys; KEYS and IDS are files with one entry a line, ETAGS=1 sends If-None-Match.
local keys, ids, etags = {}, {}, {}
for line in io.lines(os.getenv("KEYS")) do keys[#keys + 1] = "Bearer " .. line end
for line in io.lines(os.getenv("IDS")) do
  local id, etag = line:match("^(%S+) ?(.*)$")
  ids[#ids + 1] = "/v1/static-export/jobs/" .. id
  etags[#etags + 1] = etag
end
local conditional = os.getenv("ETAGS") == "1"
math.randomseed(1)

request = function()
  local i = math.random(#ids)
  local headers = { ["Authorization"] = keys[math.random(#keys)] }
  if conditional then headers["If-None-Match"] = etags[i] end
  return wrk.format("GET", ids[i], headers)
end

done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format('RESULT {"requests":%d,"microseconds":%d,"p99Ms":%.2f,"non2xx":%d,"broken":%d}\n',
    summary.requests, summary.duration, latency:percentile(99) / 1000, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout))
end
