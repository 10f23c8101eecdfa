// include: shared/http.js
const { mode } = getJson(configuration, '/api/json?tree=mode');
if (mode === undefined) throw new Error('the server is not a Jenkins controller');
