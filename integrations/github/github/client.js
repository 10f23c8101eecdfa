// include: shared/http.js

/** Returns the options of a request with a token, or with the name and token of a user. */
function withToken(url, login, secret, options = {}) {
  const headers = { Accept: 'application/vnd.github+json', 'X-GitHub-Api-Version': '2022-11-28' };
  if (login && secret) return { ...options, connection: { url }, headers, auth: [login, secret] };
  const token = login || secret;
  if (!token) throw new Error('the connection has no token');
  return { ...options, connection: { url }, headers: { ...headers, Authorization: `Bearer ${token}` } };
}

/** Returns a path with encoded parts. */
function encodedPath(path) {
  return path.split('/').map(encodeURIComponent).join('/');
}
