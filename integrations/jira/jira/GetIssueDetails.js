// include: jira/client.js
const { fields } = getJson(jiraServer, issuePath(issueId), withLogin());
const shown = Object.entries(fields).filter(([, value]) => value !== null);
issueDetails = Object.fromEntries(
  shown.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
);
print(`Read ${shown.length} fields of ${issueId}`);
