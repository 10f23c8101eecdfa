// include: vsts/client.js
const again = { script: 'vsts/RunPipeline.wait.js', seconds: 15 };
const run = pollJson(server, projectPath(`pipelines/${pipelineId}/runs/${buildId}`), again);
if (run !== null) {
  task.statusLine = `Run ${run.name}: ${run.result ?? run.state}`;
  if (run.state !== 'completed') task.schedule(again.script, again.seconds);
  else {
    runResult = run.result;
    if (runResult === 'succeeded') print(`The run ${run.name} has the result succeeded`);
    else failLater(`the run ${run.name} has the result ${runResult}`);
  }
}
