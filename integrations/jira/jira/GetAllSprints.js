// include: jira/client.js

/** Reads the values of all pages. */
function readAll(path, query) {
  const found = [];
  for (;;) {
    const page = getJson(jiraServer, `${path}?${query}startAt=${found.length}&maxResults=50`, withLogin());
    found.push(...page.values);
    if (page.isLast !== false || page.values.length === 0) return found;
  }
}

const boards = readAll('/rest/agile/1.0/board', `name=${encodeURIComponent(boardName)}&`);
// The search of Jira also finds boards whose names contain the text.
const exact = boards.filter(({ name }) => name === boardName);
if (exact.length !== 1) throw new Error(`${exact.length} boards have the name '${boardName}'`);
const found = readAll(`/rest/agile/1.0/board/${exact[0].id}/sprint`, '');
sprints = Object.fromEntries(found.map(({ id, name }) => [String(id), name]));
print(`Found ${found.length} sprints`);
