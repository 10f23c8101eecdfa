// include: pagerduty/events.js
sendEvent('/v2/enqueue', { event_action: 'acknowledge', dedup_key: keyOf(dedup_key) });
print(`Acknowledged the alert ${dedup_key}`);
