// include: github/actions.js
const { workflow_runs: runs } = getJson(server, `${workflowPath()}/runs?per_page=1`, withLogin());
if (runs.length === 0) throw new Error(`the workflow ${workflowId} has no runs`);
runId = String(runs[0].id);
task.schedule('github/WorkflowRun.wait.js', 1);
