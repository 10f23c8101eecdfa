// include: jira/search.js
issues = summariesOf(findIssues(query));
updateAll(Object.keys(issues), () => ({ newStatus, comment }));
print(`Updated ${Object.keys(issues).length} issues`);
