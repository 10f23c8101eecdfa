// include: pagerduty/events.js
const payload = {
  summary: event_summary.slice(0, 1024),
  ...(event_source && { source: event_source }),
  ...detailsOf(customDetails),
};
sendEvent('/v2/change/enqueue', { payload, ...linksOf(links) });
print('Sent the change event');
