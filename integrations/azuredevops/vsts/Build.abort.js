// include: vsts/client.js
if (buildId) {
  const options = { json: { status: 'cancelling' }, accept: [404, 409] };
  request(server, 'PATCH', projectPath(`build/builds/${buildId}`), options);
  print(`Canceled the build ${buildId}`);
}
