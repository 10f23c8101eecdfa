// include: jira/client.js
const path = `/rest/api/2/project/${encodeURIComponent(projectId.trim())}/versions`;
versions = getJson(jiraServer, path, withLogin()).map(({ name }) => name);
print(`Found ${versions.length} versions`);
