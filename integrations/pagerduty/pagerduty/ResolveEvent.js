// include: pagerduty/events.js
sendEvent('/v2/enqueue', { event_action: 'resolve', dedup_key: keyOf(dedup_key) });
print(`Resolved the alert ${dedup_key}`);
