// include: vsts/releases.js
const path = projectPath(`release/releases/${numberOf('releaseId', releaseId)}`);
const environment = onlyOne(getJson(server, path, withReleases()).environments, environmentName, 'environment');
change('PATCH', environmentPath(environment.id), { status: 'inProgress' }, withReleases());
environmentId = String(environment.id);
task.statusLine = `${environmentName}: started`;
if (waitForCompletion === false) print(`Started the deployment to ${environmentName}`);
else task.schedule('vsts/Deployment.wait.js', 5);
