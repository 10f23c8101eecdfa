// include: jira/client.js
const again = { script: 'jira/CheckIssue.js', seconds: Math.max(pollInterval ?? 30, 1) };
const expected = (expectedStatusList ?? []).map((name) => name.trim().toLowerCase()).filter((name) => name !== '');
if (expected.length === 0) throw new Error('there is no expected status');
const issue = pollJson(jiraServer, `${issuePath(issueId)}?fields=status`, withLogin(again));
if (issue !== null) {
  finalStatus = issue.fields.status?.name;
  task.statusLine = `${issueId}: ${finalStatus}`;
  if (expected.includes(finalStatus?.toLowerCase())) print(`The issue ${issueId} has the status ${finalStatus}`);
  else task.schedule(again.script, again.seconds);
}
