// include: shared/http.js
const { values } = getJson(configuration, '/rest/api/1.0/projects?limit=1');
if (values === undefined) throw new Error('the server is not a Bitbucket Data Center server');
