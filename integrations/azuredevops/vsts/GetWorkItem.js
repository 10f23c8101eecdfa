// include: vsts/workitems.js
// A field with a person is an object.
const text = (value) => (typeof value === 'object' ? (value?.displayName ?? JSON.stringify(value)) : String(value));
const found = getJson(server, itemPath()).fields;
fields = Object.fromEntries(Object.entries(found).map(([name, value]) => [name, text(value)]));
print(`Read the work item ${workItemId}`);
