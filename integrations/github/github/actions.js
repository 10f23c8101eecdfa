// include: github/client.js

/** Returns the options with the token of the server. */
function withLogin(options) {
  return withToken(server.url, server.accessToken, null, options);
}

/** Returns the path of Actions of the repository. */
function actionsPath() {
  return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repository)}/actions`;
}

/** Returns the path of the workflow. */
function workflowPath() {
  return `${actionsPath()}/workflows/${encodeURIComponent(workflowId)}`;
}
