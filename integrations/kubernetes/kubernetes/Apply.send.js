// include: kubernetes/client.js
const objects = JSON.parse(documents);
const known = new Map();
// A manifest with definitions of kinds can contain objects of these kinds, which the cluster does not have yet.
const definesKinds = objects.some(({ kind }) => kind === 'CustomResourceDefinition');
if (!definesKinds) for (const object of objects) collectionPath(object, known);

const query = `?fieldManager=slipway&force=${force === true}${dryRun ? '&dryRun=All' : ''}`;
const done = [];
for (const object of objects) {
  const path = `${collectionPath(object, known)}/${encodeURIComponent(object.metadata.name)}${query}`;
  // JSON is valid YAML.
  const options = { body: JSON.stringify(object) };
  request(server, 'PATCH', path, withToken(server, options, { 'Content-Type': 'application/apply-patch+yaml' }));
  done.push(`${object.kind}/${object.metadata.name}`);
  task.statusLine = `Applied ${done.length} of ${objects.length} objects`;
}
applied = done;
documents = null;
print(`${dryRun ? 'Checked' : 'Applied'} ${done.join(', ')}`);
