// include: terraform/client.js
/** Returns a text as a literal of HCL, in which `${` and `%{` start a template. */
const literal = (text) => JSON.stringify(String(text)).replaceAll(/[$%](?=\{)/g, (sign) => sign + sign);
const values = Object.entries(variables ?? {}).map(([key, text]) => ({ key, value: literal(text) }));
const id = workspaceId(workspace);
const attributes = {
  ...{ message: message || task.title, 'auto-apply': autoApply === true, 'is-destroy': isDestroy === true },
  ...(planOnly && { 'plan-only': true }),
  ...(targets?.length > 0 && { 'target-addrs': targets }),
  ...(values.length > 0 && { variables: values }),
};
const relationships = { workspace: { data: { type: 'workspaces', id } } };
const options = { json: { data: { type: 'runs', attributes, relationships } } };
const path = '/api/v2/runs';
const run = jsonOf(request(server, 'POST', path, withToken(server, options)), 'POST', path).data;
runId = run.id;
task.statusLine = `Run ${runId}: ${run.attributes.status}`;
task.schedule('terraform/StartRun.wait.js', 5);
