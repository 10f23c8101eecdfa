// include: jira/client.js

/** Returns the version of the search: Jira Cloud has no search of version 2 any longer. */
function versionOfSearch() {
  const { deploymentType } = getJson(jiraServer, '/rest/api/2/serverInfo', withLogin());
  return deploymentType === 'Cloud' ? '3' : '2';
}

/** Returns the path of a page of a search. `found` is the number of issues before it, and `token` the token of Cloud. */
function pagePath(version, jql, found, token) {
  const query = `jql=${encodeURIComponent(jql)}&maxResults=100&fields=summary,status`;
  if (version === '2') return `/rest/api/2/search?${query}&startAt=${found}`;
  return `/rest/api/3/search/jql?${query}${token ? `&nextPageToken=${encodeURIComponent(token)}` : ''}`;
}

/** Returns all issues of a query. `read` returns the JSON of a path, or null to stop, which also returns null. */
function search(version, jql, read) {
  const issues = [];
  for (let token = null; ; ) {
    const page = read(pagePath(version, jql, issues.length, token));
    if (page === null) return null;
    issues.push(...page.issues);
    token = page.nextPageToken;
    const isLast = version === '2' ? issues.length >= page.total : !token;
    if (isLast || page.issues.length === 0) return issues;
  }
}

/** Returns all issues of a query now. */
function findIssues(jql) {
  return search(versionOfSearch(), jql, (path) => getJson(jiraServer, path, withLogin()));
}

/** Returns the summaries of issues by their keys. */
function summariesOf(found) {
  return Object.fromEntries(found.map(({ key, fields }) => [key, fields.summary ?? '']));
}

/** Returns the summaries and statuses of issues by their keys. */
function statesOf(found) {
  return Object.fromEntries(found.map(({ key, fields }) => [key, `${fields.summary} - (${fields.status?.name})`]));
}
