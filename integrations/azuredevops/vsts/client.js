// include: shared/http.js

/** Returns a path in the organization with the version of the API. */
function organizationPath(path, query = {}) {
  const entries = Object.entries({ ...query, 'api-version': query['api-version'] ?? '7.1' });
  const text = entries.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  return `/_apis/${path}?${text}`;
}

/** Returns a path in the project of the task. */
function projectPath(path, query) {
  return `/${encodeURIComponent(teamProjectName)}${organizationPath(path, query)}`;
}

/** Returns the number of a task as it is in a path. */
function numberOf(property, value) {
  if (!/^\d+$/.test(value.trim())) throw new Error(`${property}: '${value}' is not a number`);
  return value.trim();
}

/** Sends a request that changes the server, and returns its JSON. */
function change(method, path, json, options = {}) {
  return jsonOf(request(server, method, path, { json, ...options }), method, path);
}

/** Returns the full name of a branch. */
function refOf(branch) {
  return branch.startsWith('refs/') ? branch : `refs/heads/${branch}`;
}

/** Returns the object with the name. Throws an error unless there is exactly one. */
function onlyOne(list, name, kind) {
  const found = list.filter((entry) => entry.name.toLowerCase() === name.trim().toLowerCase());
  if (found.length !== 1) throw new Error(`the project ${teamProjectName} has ${found.length} ${kind}s '${name}'`);
  return found[0];
}

/** Fails the task by another script, because the outputs of a failed script are not stored. */
function failLater(text) {
  failure = text;
  task.schedule('vsts/Task.fail.js', 1);
}
