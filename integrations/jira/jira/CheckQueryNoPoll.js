// include: jira/search.js
issues = statesOf(findIssues(query));
const keys = Object.keys(issues);
task.statusLine = `${keys.length} issues`;
for (const key of keys) print(`${key}: ${issues[key]}`);
if (keys.length === 0) print('No issues found');
// The outputs of a failed script are not stored, so another script fails the task.
else task.schedule('jira/CheckQueryNoPoll.fail.js', 1);
