-- Counts answers that are not 200 and prints one line of JSON at the end: requests, refusals, seconds, and how long an
-- answer took, in milliseconds.
function report(summary, latency)
   local errors = summary.errors
   io.write(string.format(
      '{"requests":%d,"refused":%d,"seconds":%f,"p50":%f,"p99":%f}\n',
      summary.requests, errors.status + errors.connect + errors.read + errors.write + errors.timeout,
      summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
