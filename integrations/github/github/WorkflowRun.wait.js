// include: github/actions.js
const again = { script: 'github/WorkflowRun.wait.js', seconds: 15 };
const run = pollJson(server, `${actionsPath()}/runs/${runId}`, withLogin(again));
if (run !== null) {
  task.statusLine = `Run ${runId}: ${run.conclusion ?? run.status}`;
  if (run.status !== 'completed') task.schedule(again.script, again.seconds);
  else {
    conclusion = run.conclusion;
    print(`Run ${runId} of ${workflowId}: ${conclusion} (${run.html_url})`);
    // The outputs of a failed script are not stored, so another script fails the task.
    if (conclusion !== 'success') task.schedule('github/WorkflowRun.fail.js', 1);
  }
}
