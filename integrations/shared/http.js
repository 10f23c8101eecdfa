// Requests of integrations. Scripts include this file, which contains only functions.

/** The maximum number of attempts of a request while the server is busy. */
function maxAttempts() {
  return 5;
}

/**
 * Sends a request with a connection. Waits and repeats it while the server refuses it because of a limit (429), and a
 * reading request also while the server is unavailable (502 to 504). Throws an error for another status of 400 or more,
 * except for those in `accept`. The other options are those of `http.request`.
 */
function request(connection, method, path, { accept = [], ...options } = {}) {
  for (let attempt = 1; ; attempt += 1) {
    const response = http.request(method, path, { connection, ...options });
    if (response.ok || accept.includes(response.status)) return response;
    const seconds = retrySeconds(method, response, attempt);
    if (seconds === null || attempt === maxAttempts()) throw new Error(failureText(connection, method, path, response));
    sleep(seconds);
  }
}

/**
 * Returns the seconds before a request is repeated; null if it is not repeated. At most five minutes. Some servers refuse
 * requests above a limit with 403 and the time of its end.
 */
function retrySeconds(method, { status, headers }, attempt) {
  const reads = method === 'GET' || method === 'HEAD';
  const isSpent = status === 403 && headers['X-RateLimit-Remaining'] === '0';
  if (status !== 429 && !isSpent && !(reads && status >= 502 && status <= 504)) return null;
  const reset = Number(headers['X-RateLimit-Reset']);
  const header = headers['Retry-After'] ?? (isSpent && reset > 0 ? new Date(reset * 1000).toUTCString() : undefined);
  const seconds = Number(header ?? 2 ** attempt);
  const untilDate = (Date.parse(header) - Date.now()) / 1000;
  const wait = Number.isFinite(seconds) ? seconds : Number.isFinite(untilDate) ? untilDate : 2 ** attempt;
  return Math.min(Math.max(wait, 1), 300);
}

/** Returns the reason of a refused request in one line. */
function failureText(connection, method, path, { status, reason, text, headers }) {
  const answer = `${method} ${path.split('?')[0]}: the server returned ${status} ${reason}`.trim();
  const server = connection?.title ? `the connection '${connection.title}'` : 'the request';
  if (status === 401) return `${answer}: it does not accept the credentials of ${server}`;
  const isPage = /html/i.test(headers['Content-Type'] ?? '');
  const details = isPage ? '' : messageIn(text).replace(/\s+/g, ' ').trim().slice(0, 300);
  return details === '' ? answer : `${answer}: ${details}`;
}

/** Returns the message in a JSON text with one of the usual members, or the text. */
function messageIn(text) {
  try {
    const body = JSON.parse(text);
    const members = [body.message, body.detail, body.error_description, body.errorMessages, body.errors, body.error];
    const found = members.find((value) => value && Object.keys(value).length > 0) ?? body;
    return typeof found === 'string' ? found : JSON.stringify(found);
  } catch {
    return text ?? '';
  }
}

/** Returns the JSON of a response. Throws an error that names the request if it is not JSON. */
function jsonOf(response, method, path) {
  try {
    return response.json();
  } catch {
    throw new Error(`${method} ${path.split('?')[0]}: the response of the server is not JSON`);
  }
}

/** Returns the JSON of a GET request. */
function getJson(connection, path, options) {
  return jsonOf(request(connection, 'GET', path, options), 'GET', path);
}

/**
 * Reads JSON while a task waits for the end of an operation. If the server is unavailable, schedules `script` again
 * after a longer pause and returns null. Throws an error after 30 failures in a row. The type of the task needs the
 * property `pollFailures` of the category `script`.
 */
function pollJson(connection, path, { script, seconds, ...options }) {
  const failed = [];
  try {
    const response = request(connection, 'GET', path, { ...options, accept: [500, 502, 503, 504, 429] });
    if (response.ok) {
      pollFailures = null;
      return jsonOf(response, 'GET', path);
    }
    failed.push(failureText(connection, 'GET', path, response));
  } catch (error) {
    if (error.name !== 'HttpFailed' && error.name !== 'HttpTimeout') throw error;
    failed.push(error.message);
  }
  const count = Number(pollFailures ?? 0) + 1;
  if (count > 30) throw new Error(`${failed[0]} (30 times in a row)`);
  pollFailures = String(count);
  task.statusLine = `Waiting for the server: ${failed[0]}`;
  task.schedule(script, Math.min(seconds * 2 ** count, 300));
  return null;
}
