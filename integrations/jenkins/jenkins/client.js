// include: shared/http.js

/** Returns the options with the login of a task, which overrides the one of its server. */
function withLogin(options = {}) {
  return username ? { ...options, auth: [username, password ?? ''] } : options;
}

/** Returns the path of a job. Templates write a job in a folder as `folder/job` or `folder/job/job`. */
function jobPath(name) {
  const parts = name.split('/').filter((part) => part !== '');
  const names = name.includes('/job/') || parts[0] === 'job' ? parts.filter((part) => part !== 'job') : parts;
  return names.map((part) => `/job/${encodeURIComponent(part)}`).join('');
}

/** Returns the headers that protect a request of a session against forgery; none if the server needs none. */
function crumbHeaders() {
  const path = '/crumbIssuer/api/json';
  const response = request(jenkinsServer, 'GET', path, withLogin({ accept: [404] }));
  if (response.status === 404) return {};
  const { crumbRequestField, crumb } = jsonOf(response, 'GET', path);
  const cookie = (response.headers['Set-Cookie'] ?? '').split(';')[0];
  return { [crumbRequestField]: crumb, ...(cookie !== '' && { Cookie: cookie }) };
}

/** Sends a request that changes the server. */
function change(path, options = {}) {
  return request(jenkinsServer, 'POST', path, withLogin({ headers: crumbHeaders(), ...options }));
}
