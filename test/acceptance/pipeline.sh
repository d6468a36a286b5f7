#!/bin/sh
# The script that people write from the specification alone: start, poll, bundle, deploy.
# BASE_URL=… ADMIN_API_KEY=… DOMAIN=… CHART=… sh pipeline.sh
JOB_ID=$(curl -s -X POST "$BASE_URL/v1/static-export/jobs" \
  -H "Authorization: Bearer $ADMIN_API_KEY" -H "Content-Type: application/json" \
  -d "{\"domain\": \"$DOMAIN\"}" | jq -r .jobId)

for attempt in $(seq 60); do
  STATUS=$(curl -s "$BASE_URL/v1/static-export/jobs/$JOB_ID" \
    -H "Authorization: Bearer $ADMIN_API_KEY" | jq -r .status)
  [ "$STATUS" = completed ] && break
  [ "$STATUS" = failed ] && { echo "export failed" >&2; exit 1; }
  sleep 10
done

BUNDLE_URL=$(curl -s -X POST "$BASE_URL/v1/static-export/jobs/$JOB_ID/bundle" \
  -H "Authorization: Bearer $ADMIN_API_KEY" | jq -r .bundleUrl)

echo "$BUNDLE_URL"
helm template deployment "$CHART" \
  --set staticExport.enabled=true --set staticExport.bundleUrl="$BUNDLE_URL"
