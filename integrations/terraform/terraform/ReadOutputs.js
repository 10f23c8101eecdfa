// include: terraform/outputs.js
const found = readOutputs();
const open = found.filter(({ attributes }) => !attributes.sensitive);
outputs = Object.fromEntries(open.map(({ attributes: { name, value } }) => [name, textOf(value)]));
const sensitive = found.length - open.length;
print(`Read ${open.length} outputs of ${workspace}${sensitive > 0 ? `; ${sensitive} others are sensitive` : ''}`);
