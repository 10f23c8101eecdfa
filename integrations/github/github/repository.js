// include: github/client.js

/** Returns the options with the login of a task, which overrides the one of its server. */
function withLogin(options) {
  if (loginOrToken || password) return withToken(server.baseUrl, loginOrToken, password, options);
  return withToken(server.baseUrl, server.loginOrToken, server.password, options);
}

/** Reads JSON. */
function read(path) {
  return getJson(server, path, withLogin());
}

/** Sends a request that changes the repository, and returns its response. */
function change(method, path, json, accept = []) {
  return request(server, method, path, withLogin({ json, accept }));
}

/** Returns the path of the repository. */
function repositoryPath() {
  const name = repositoryName.trim();
  if (name.includes('/')) return `/repos/${encodedPath(name)}`;
  const owner = organization?.trim() || read('/user').login;
  return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
}

/** Returns the latest commit of a branch. */
function commitOf(repository, branch) {
  return read(`${repository}/git/ref/heads/${encodedPath(branch)}`).object.sha;
}

/** Creates a reference to a commit or tag. */
function createReference(repository, ref, sha) {
  change('POST', `${repository}/git/refs`, { ref, sha });
}
