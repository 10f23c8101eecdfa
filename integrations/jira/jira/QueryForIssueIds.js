// include: jira/search.js
issueIds = findIssues(query).map(({ key }) => key);
print(`Found ${issueIds.length} issues`);
