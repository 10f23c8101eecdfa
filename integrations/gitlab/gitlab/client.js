// include: shared/http.js

/** Returns the options with a token. */
function withToken(token, options = {}) {
  return { ...options, headers: { 'PRIVATE-TOKEN': token } };
}

/** Returns the options with the token of a task, which overrides the one of its server. */
function withLogin(options) {
  return withToken(api_key || gitlab_server.api_key, options);
}

/** Returns the path of the project, such as `group/project`, or of its id. */
function projectPath() {
  return `/api/v4/projects/${encodeURIComponent(project_id.trim())}`;
}

/** Sends a request that changes the project, and returns its response. */
function change(method, path, options = {}) {
  return request(gitlab_server, method, path, withLogin(options));
}

/** Creates an object of the project, and returns it. */
function create(kind, json) {
  const path = `${projectPath()}/${kind}`;
  return jsonOf(change('POST', path, { json }), 'POST', path);
}
