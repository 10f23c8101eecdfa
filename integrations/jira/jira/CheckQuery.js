// include: jira/search.js
if (!expectedStatus?.trim()) throw new Error('there is no expected status');
searchVersion = versionOfSearch();
task.schedule('jira/CheckQuery.wait.js', 1);
