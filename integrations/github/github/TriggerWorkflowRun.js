// include: github/actions.js
/** Returns the inputs of the workflow. */
function inputsOf(text) {
  if (/^\s*\{/.test(text)) return JSON.parse(text);
  const found = {};
  for (const entry of text.split(/[,\n]/)) {
    if (entry.trim() === '') continue;
    const [, name, value] = /^\s*([^=:]+?)\s*[=:]\s*(.*?)\s*$/s.exec(entry) ?? [];
    if (name === undefined) throw new Error(`the input '${entry.trim()}' is not of the form name=value`);
    found[name] = value;
  }
  return found;
}
const given = inputsOf(inputs ?? '');
const again = { script: 'github/TriggerWorkflowRun.js', seconds: 5 };
const runs = pollJson(server, `${workflowPath()}/runs?event=workflow_dispatch&per_page=100`, withLogin(again));
if (runs !== null) {
  lastRunId = String(Math.max(0, ...runs.workflow_runs.map(({ id }) => id)));
  lookups = '0';
  request(server, 'POST', `${workflowPath()}/dispatches`, withLogin({ json: { ref, inputs: given } }));
  task.statusLine = 'Waiting for the start of the run';
  task.schedule('github/TriggerWorkflowRun.find.js', 3);
}
