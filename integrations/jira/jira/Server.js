// include: shared/http.js
const { displayName } = getJson(configuration, '/rest/api/2/myself');
if (displayName === undefined) throw new Error('the server is not a Jira server');
