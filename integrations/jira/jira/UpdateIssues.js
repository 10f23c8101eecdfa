// include: jira/client.js
updateAll(Object.keys(issues ?? {}), (key) => ({
  ...{ newStatus, comment },
  fields: updateSummaries && issues[key] ? { summary: issues[key] } : {},
}));
