// include: github/client.js
const { baseUrl, loginOrToken, password } = configuration;
const { resources } = getJson(configuration, '/rate_limit', withToken(baseUrl, loginOrToken, password));
if (resources === undefined) throw new Error('the server is not the API of GitHub');
