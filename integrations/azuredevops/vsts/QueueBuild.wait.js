// include: vsts/client.js
const again = { script: 'vsts/QueueBuild.wait.js', seconds: 15 };
const build = pollJson(server, projectPath(`build/builds/${buildId}`), again);
if (build !== null) {
  buildNumber = build.buildNumber;
  task.statusLine = `Build ${buildNumber}: ${build.status === 'completed' ? build.result : build.status}`;
  if (build.status !== 'completed') task.schedule(again.script, again.seconds);
  else {
    buildResult = build.result;
    const isGood = buildResult === 'succeeded' || (acceptPartialSuccess && buildResult === 'partiallySucceeded');
    const text = `build ${buildNumber} of ${buildDefinitionName} has the result ${buildResult}`;
    if (isGood) print(`The ${text}`);
    else failLater(text);
  }
}
