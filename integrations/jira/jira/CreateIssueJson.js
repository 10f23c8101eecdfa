// include: jira/client.js
let issue;
try {
  issue = JSON.parse(jsonObj);
} catch (error) {
  throw new Error(`the issue is not JSON: ${error.message}`);
}
issueId = createIssue(issue);
