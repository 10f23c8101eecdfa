// include: vsts/releases.js
if (environmentId) {
  const options = withReleases({ json: { status: 'canceled' }, accept: [400, 404, 409] });
  request(server, 'PATCH', environmentPath(environmentId), options);
  print(`Canceled the deployment to ${environmentName}`);
}
