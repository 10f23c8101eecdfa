// include: jira/client.js
const parent = { key: parentIssueId.trim() };
const fields = { project: { key: project }, parent, summary: title, issuetype: { name: issueType } };
subtaskId = createIssue({ fields: { ...fields, ...(description && { description }) } });
