// include: shared/http.js

/** Returns the options with the token of a connection, and with a body in the format JSON:API. */
function withToken({ token }, { json, ...options } = {}) {
  const headers = { Authorization: `Bearer ${token}` };
  if (json === undefined) return { ...options, headers };
  return {
    ...{ ...options, body: JSON.stringify(json) },
    headers: { ...headers, 'Content-Type': 'application/vnd.api+json' },
  };
}

/** Returns the id of a workspace. */
function workspaceId(name) {
  const path = `organizations/${encodeURIComponent(server.organization)}/workspaces/${encodeURIComponent(name.trim())}`;
  return getJson(server, `/api/v2/${path}`, withToken(server)).data.id;
}

/** Returns the path of a run. */
function runPath(id, part = '') {
  return `/api/v2/runs/${encodeURIComponent(id.trim())}${part}`;
}

/** Returns the options of an action on a run. */
function withComment(options = {}) {
  return withToken(server, { ...options, json: actionComment ? { comment: actionComment } : {} });
}

/** Fails the task by another script, because the outputs of a failed script are not stored. */
function failLater(text) {
  failure = text;
  task.schedule('terraform/Task.fail.js', 1);
}

/** Reads the state of the run, and stores it in the outputs; null if the server is unavailable. */
function pollRun(again) {
  const found = pollJson(server, runPath(runId), withToken(server, again));
  if (found === null) return null;
  const { attributes } = found.data;
  runStatus = attributes.status;
  hasChanges = attributes['has-changes'] ?? null;
  task.statusLine = `Run ${runId}: ${runStatus}`;
  return attributes;
}

/** Whether the run has ended without success. */
function hasFailed() {
  return ['errored', 'canceled', 'force_canceled', 'discarded', 'policy_soft_failed'].includes(runStatus);
}
