// include: vsts/client.js
const path = projectPath('wit/wiql');
// The query only reads, but it is a POST request.
const { workItems, workItemRelations } = change('POST', path, { query });
const ids = workItems?.map(({ id }) => id) ?? workItemRelations?.map(({ target }) => target?.id) ?? [];
workItemIds = [...new Set(ids.filter((id) => id !== undefined))].map(String);
print(`Found ${workItemIds.length} work items`);
