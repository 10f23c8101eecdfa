// include: vsts/client.js

/** Returns the operations that set fields of a work item. */
function fieldOperations() {
  const values = {
    ...(workItemTitle && { 'System.Title': workItemTitle }),
    ...(tags?.length > 0 && { 'System.Tags': tags.join('; ') }),
    ...fields,
  };
  const operations = Object.entries(values).map(([name, value]) => ({ op: 'add', path: `/fields/${name}`, value }));
  if (operations.length === 0) throw new Error('fields: expected at least one field');
  return operations;
}

/** Sends operations on a work item, and returns it. */
function changeItem(method, path) {
  const headers = { 'Content-Type': 'application/json-patch+json' };
  const body = JSON.stringify(fieldOperations());
  return jsonOf(request(server, method, path, { body, headers }), method, path);
}

/** Returns the path of the work item of the task. */
function itemPath() {
  return organizationPath(`wit/workitems/${numberOf('workItemId', workItemId)}`);
}
