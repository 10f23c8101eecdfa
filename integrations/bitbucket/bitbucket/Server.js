// include: shared/http.js
const { type } = getJson(configuration, '/2.0/user');
if (type === undefined) throw new Error('the server is not the API of Bitbucket Cloud');
