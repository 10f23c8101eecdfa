// include: datadog/client.js
const path = '/api/v1/events';
const json = {
  ...{ title: eventTitle, text: text.slice(0, 4000), alert_type: alertType ?? 'info', priority: priority ?? 'normal' },
  ...(eventTags?.length > 0 && { tags: eventTags }),
  ...(aggregationKey && { aggregation_key: aggregationKey }),
};
const { event } = jsonOf(request(server, 'POST', path, withKeys(server, { json })), 'POST', path);
eventUrl = event?.url ?? null;
print(`Posted the event ${eventTitle}`);
