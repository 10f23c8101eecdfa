// include: github/actions.js
// The response of GitHub to a start has no number of the run. The first later run of the reference is the one.
const again = { script: 'github/TriggerWorkflowRun.find.js', seconds: 5 };
const runs = pollJson(server, `${workflowPath()}/runs?event=workflow_dispatch&per_page=100`, withLogin(again));
if (runs !== null) {
  const branch = ref.replace(/^refs\/(?:heads|tags)\//, '');
  const isNew = ({ id, head_branch: head }) => id > Number(lastRunId) && head === branch;
  const ids = runs.workflow_runs.filter(isNew).map(({ id }) => id);
  lookups = String(Number(lookups) + 1);
  if (ids.length > 0) {
    runId = String(Math.min(...ids));
    task.statusLine = `Run ${runId}`;
    task.schedule('github/WorkflowRun.wait.js', 5);
  } else if (Number(lookups) >= 40) throw new Error(`no run of ${workflowId} has started for ${ref}`);
  else task.schedule(again.script, again.seconds);
}
