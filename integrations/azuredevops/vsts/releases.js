// include: vsts/client.js

/** Returns the connection to the releases, which have another host in the cloud. */
function releases() {
  if (server.releaseUrl) return { ...server, url: server.releaseUrl };
  if (/^https:\/\/dev\.azure\.com\b/i.test(server.url))
    throw new Error(
      `releaseUrl of the connection '${server.title}': expected an address below https://vsrm.dev.azure.com`,
    );
  return server;
}

/** Returns the options of a request to the releases. */
function withReleases(options = {}) {
  const connection = releases();
  return connection === server ? options : { ...options, connection, auth: [server.username ?? '', server.password] };
}

/** Returns the path of the environment. */
function environmentPath(id) {
  return projectPath(`release/releases/${releaseId}/environments/${id}`, { 'api-version': '7.1-preview.7' });
}
