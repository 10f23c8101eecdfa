// include: shared/http.js

/** Returns the options with a token. */
function withToken(connection, options = {}) {
  return { ...options, headers: { Authorization: `Bearer ${connection.authToken}` } };
}

/** Returns the path of the application, or of a part of it. */
function applicationPath(part = '') {
  const query = project ? `?project=${encodeURIComponent(project)}` : '';
  return `/api/v1/applications/${encodeURIComponent(application)}${part}${part === '' ? query : ''}`;
}

/** Reads the state of the application and stores it in the outputs; null if the server is unavailable. */
function pollState(again) {
  const found = pollJson(server, applicationPath(), withToken(server, again));
  if (found === null) return null;
  const { sync, health, operationState } = found.status;
  syncStatus = sync?.status;
  healthStatus = health?.status;
  task.statusLine = `${application}: ${syncStatus}, ${healthStatus}`;
  // Argo CD removes the requested operation from the application when it starts.
  return { sync, health, operation: found.operation ? { phase: 'Running' } : operationState };
}

/** Fails the task by another script, because the outputs of a failed script are not stored. */
function failLater(text) {
  failure = text;
  task.schedule('argocd/Task.fail.js', 1);
}

/** Completes the task if the application is healthy, and otherwise waits. It fails if the application stays degraded. */
function awaitHealth({ health }, again) {
  if (health?.status === 'Healthy') return print(`The application ${application} is ${syncStatus} and healthy`);
  degradedChecks = health?.status === 'Degraded' ? String(Number(degradedChecks ?? 0) + 1) : null;
  if (Number(degradedChecks) >= 6)
    return failLater(`the application ${application} is degraded${health.message ? `: ${health.message}` : ''}`);
  return task.schedule(again.script, again.seconds);
}
