// include: shared/http.js

/** Returns the options with the login of a task, which overrides the one of its server. */
function withLogin(options = {}) {
  return username ? { ...options, auth: [username, password ?? ''] } : options;
}

/** Returns the path of an issue. */
function issuePath(key) {
  if (key.trim() === '') throw new Error('the key of the issue is empty');
  return `/rest/api/2/issue/${encodeURIComponent(key.trim())}`;
}

/** Sends a request that changes an issue. */
function change(method, path, json) {
  return request(jiraServer, method, path, withLogin({ json }));
}

/** Creates an issue, and returns its key. */
function createIssue(issue) {
  const path = '/rest/api/2/issue';
  const { key } = jsonOf(change('POST', path, issue), 'POST', path);
  print(`Created the issue ${key}`);
  return key;
}

/** Moves an issue by the transition with a name, or by the one to the status with this name. */
function transition(key, wanted) {
  const path = `${issuePath(key)}/transitions`;
  const { transitions } = getJson(jiraServer, path, withLogin());
  const isWanted = (name) => name?.trim().toLowerCase() === wanted.trim().toLowerCase();
  const found = transitions.find(({ name }) => isWanted(name)) ?? transitions.find(({ to }) => isWanted(to?.name));
  if (found !== undefined) return change('POST', path, { transition: { id: found.id } });
  const { fields } = getJson(jiraServer, `${issuePath(key)}?fields=status`, withLogin());
  if (isWanted(fields.status?.name)) return print(`The issue ${key} has the status ${fields.status.name} already`);
  const names = transitions.map(({ name }) => `'${name}'`).join(', ') || 'none';
  throw new Error(
    `the issue ${key} has no transition '${wanted}' from the status '${fields.status?.name}'; there are: ${names}`,
  );
}

/** Changes fields of an issue, moves it to another status, and adds a comment; each only if it is set. */
function update(key, { fields = {}, newStatus, comment }) {
  if (Object.keys(fields).length > 0) change('PUT', issuePath(key), { fields });
  if (newStatus) transition(key, newStatus);
  if (comment) change('POST', `${issuePath(key)}/comment`, { body: comment });
  print(`Updated the issue ${key}`);
}

/** Updates several issues. An error names the issues that are updated already. */
function updateAll(keys, changesOf) {
  const updated = [];
  for (const key of keys) {
    try {
      update(key, changesOf(key));
    } catch (error) {
      const earlier = updated.length === 0 ? 'none' : updated.join(', ');
      throw new Error(`${error.message} (updated: ${earlier})`);
    }
    updated.push(key);
  }
}
