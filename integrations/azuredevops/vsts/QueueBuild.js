// include: vsts/client.js
const definitions = getJson(server, projectPath('build/definitions', { name: buildDefinitionName })).value;
const { id } = onlyOne(definitions, buildDefinitionName, 'build definition');
const hasParameters = Object.keys(parameters ?? {}).length > 0;
const build = change('POST', projectPath('build/builds'), {
  definition: { id },
  ...(sourceBranch && { sourceBranch: refOf(sourceBranch) }),
  ...(hasParameters && { parameters: JSON.stringify(parameters) }),
});
buildId = String(build.id);
buildNumber = build.buildNumber;
task.statusLine = `Build ${buildNumber} is queued`;
if (waitForCompletion === false) print(`Queued the build ${buildNumber} of ${buildDefinitionName}`);
else task.schedule('vsts/QueueBuild.wait.js', 5);
