// include: jira/client.js
const fields = { project: { key: project }, summary: title, issuetype: { name: issueType } };
issueId = createIssue({ fields: { ...fields, ...(description && { description }) } });
