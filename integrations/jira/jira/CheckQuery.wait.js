// include: jira/search.js
const again = { script: 'jira/CheckQuery.wait.js', seconds: Math.max(pollInterval ?? 30, 1) };
const found = search(searchVersion, query, (path) => pollJson(jiraServer, path, withLogin(again)));
if (found !== null) {
  issues = statesOf(found);
  const wanted = expectedStatus.trim().toLowerCase();
  const others = found.filter(({ fields }) => fields.status?.name.toLowerCase() !== wanted);
  task.statusLine = `${found.length - others.length} of ${found.length} issues: ${expectedStatus}`;
  if (others.length === 0) print(`All ${found.length} issues have the status ${expectedStatus}`);
  else task.schedule(again.script, again.seconds);
}
