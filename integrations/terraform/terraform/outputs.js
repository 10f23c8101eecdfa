// include: terraform/client.js

/** Reads the current outputs of the workspace. Terraform returns 503 while it prepares them. */
function readOutputs() {
  const path = `/api/v2/workspaces/${encodeURIComponent(workspaceId(workspace))}/current-state-version-outputs`;
  return getJson(server, path, withToken(server)).data;
}

/** Returns a value as a text. */
function textOf(value) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
