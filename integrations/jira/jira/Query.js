// include: jira/search.js
issues = summariesOf(findIssues(query));
print(`Found ${Object.keys(issues).length} issues`);
