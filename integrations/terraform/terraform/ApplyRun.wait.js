// include: terraform/client.js
const again = { script: 'terraform/ApplyRun.wait.js', seconds: 10 };
const state = pollRun(again);
if (state !== null) {
  if (hasFailed()) failLater(`the run ${runId} has the status ${runStatus}`);
  else if (runStatus === 'applied') print(`Applied the run ${runId}`);
  else task.schedule(again.script, again.seconds);
}
