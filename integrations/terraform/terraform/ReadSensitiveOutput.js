// include: terraform/outputs.js
const entry = readOutputs().find(({ attributes }) => attributes.name === outputName.trim());
if (entry === undefined) throw new Error(`the workspace ${workspace} has no output '${outputName}'`);
const path = `/api/v2/state-version-outputs/${encodeURIComponent(entry.id)}`;
value = textOf(getJson(server, path, withToken(server)).data.attributes.value);
print(`Read the output ${outputName} of ${workspace}`);
