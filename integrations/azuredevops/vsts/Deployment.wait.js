// include: vsts/releases.js
const again = { script: 'vsts/Deployment.wait.js', seconds: 15 };
const release = pollJson(server, projectPath(`release/releases/${releaseId}`), withReleases(again));
if (release !== null) {
  const { status } = release.environments.find(({ id }) => String(id) === environmentId) ?? {};
  task.statusLine = `${environmentName}: ${status}`;
  if (['succeeded', 'partiallySucceeded', 'canceled', 'rejected'].includes(status)) {
    deploymentStatus = status;
    const text = `the deployment of ${release.name} to ${environmentName} has the status ${status}`;
    if (status === 'succeeded') print(`T${text.slice(1)}`);
    else failLater(text);
  } else task.schedule(again.script, again.seconds);
}
