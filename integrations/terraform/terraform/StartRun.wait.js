// include: terraform/client.js
const again = { script: 'terraform/StartRun.wait.js', seconds: 10 };
const state = pollRun(again);
if (state !== null) {
  const isPlanned = !autoApply && state.actions?.['is-confirmable'] === true;
  if (hasFailed()) failLater(`the run ${runId} of ${workspace} has the status ${runStatus}`);
  else if (isPlanned || runStatus === 'applied' || runStatus === 'planned_and_finished')
    print(`The run ${runId} of ${workspace} has the status ${runStatus}`);
  // Only a user can decide about a policy that has failed.
  else if (runStatus === 'policy_override') failLater(`the run ${runId} of ${workspace} violates a policy`);
  else task.schedule(again.script, again.seconds);
}
