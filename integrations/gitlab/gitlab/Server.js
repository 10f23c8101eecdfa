// include: gitlab/client.js
const { username } = getJson(configuration, '/api/v4/user', withToken(configuration.api_key));
if (username === undefined) throw new Error('the server is not a GitLab server');
