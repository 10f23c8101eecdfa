// include: shared/http.js

/** Returns the options with the token of the cluster. */
function withToken(connection, options = {}, headers = {}) {
  // Without a token, the client certificate of the connection is used.
  const authorization = connection.token ? { Authorization: `Bearer ${connection.token}` } : {};
  return { ...options, headers: { ...authorization, ...headers } };
}

/** Returns the namespace of an object: its own, the one of the task, or the one of the cluster. */
function namespaceOf(object) {
  return object?.metadata?.namespace || namespace || server.namespace || 'default';
}

/** Returns the path of a version of the API: `v1` is the core group. */
function versionPath(version) {
  const parts = version.split('/').map(encodeURIComponent);
  return parts.length === 1 ? `/api/${parts[0]}` : `/apis/${parts.join('/')}`;
}

/** Returns the path of the objects of a kind. The cluster has the name of its resource. */
function collectionPath({ apiVersion: version, kind, metadata }, found = new Map()) {
  const path = versionPath(version);
  if (!found.has(path)) found.set(path, getJson(server, path, withToken(server)).resources);
  const resource = found.get(path).find((entry) => entry.kind === kind && !entry.name.includes('/'));
  if (resource === undefined) throw new Error(`the cluster has no kind '${kind}' of the version '${version}'`);
  const inNamespace = resource.namespaced ? `/namespaces/${encodeURIComponent(namespaceOf({ metadata }))}` : '';
  return `${path}${inNamespace}/${resource.name}`;
}

/** Fails the task by another script, because the outputs of a failed script are not stored. */
function failLater(text) {
  failure = text;
  task.schedule('kubernetes/Task.fail.js', 1);
}
