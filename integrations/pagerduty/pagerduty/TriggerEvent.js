// include: pagerduty/events.js
const payload = {
  ...{ summary: event_summary.slice(0, 1024), source: event_source, severity: event_severity ?? 'critical' },
  ...(component && { component }),
  ...detailsOf(customDetails),
};
const key = dedup_key ? { dedup_key: keyOf(dedup_key) } : {};
const answer = sendEvent('/v2/enqueue', { event_action: 'trigger', ...key, payload, ...linksOf(links) });
output = JSON.stringify(answer);
dedupKey = answer.dedup_key;
print(`Triggered the alert ${dedupKey}`);
