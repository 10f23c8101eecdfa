// include: jira/client.js
const fields = summary ? { summary } : {};
for (const [name, value] of Object.entries(additionalFields ?? {})) {
  fields[name] = value;
  if (!/^\s*[[{]/.test(value)) continue;
  try {
    fields[name] = JSON.parse(value);
  } catch {
    // The value is a text that begins with a bracket.
  }
}
update(issueId, { fields, newStatus, comment });
