// include: shared/http.js

/** Returns the options with the token of a connection. */
function withToken(connection, options = {}, headers = {}) {
  const { url, apiToken } = connection;
  return { ...options, connection: { url }, headers: { Authorization: `Token token=${apiToken}`, ...headers } };
}

/** Sends a request of the user that changes PagerDuty, and returns its JSON. */
function change(method, path, json) {
  const user = from || server.from;
  return jsonOf(request(server, method, path, withToken(server, { json }, user ? { From: user } : {})), method, path);
}
