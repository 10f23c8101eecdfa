// include: vsts/client.js
const values = Object.entries(variables ?? {}).map(([name, value]) => [name, { value }]);
const run = change('POST', projectPath(`pipelines/${pipelineId}/runs`), {
  ...(sourceBranch && { resources: { repositories: { self: { refName: refOf(sourceBranch) } } } }),
  ...(Object.keys(templateParameters ?? {}).length > 0 && { templateParameters }),
  ...(values.length > 0 && { variables: Object.fromEntries(values) }),
});
buildId = String(run.id);
runName = run.name;
task.statusLine = `Run ${runName}: ${run.state}`;
task.schedule('vsts/RunPipeline.wait.js', 5);
