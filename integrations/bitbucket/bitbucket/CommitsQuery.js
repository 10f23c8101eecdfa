// include: bitbucket/cloud.js
const limit = Math.min(Math.max(results_limit ?? 100, 1), 1000);
const path = `${pullRequestsPath().replace(/pullrequests$/, 'commits')}/${encodeURIComponent(tag || branch || 'master')}`;
const found = [];
for (let page = 1; found.length < limit; page += 1) {
  const { values, next } = getJson(server, `${path}?pagelen=100&page=${page}`, withLogin());
  found.push(...values.map(({ hash }) => hash));
  if (!next || values.length === 0) break;
}
commitList = found.slice(0, limit);
print(`Found ${commitList.length} commits`);
