// include: github/client.js
const { url, accessToken } = configuration;
const { resources } = getJson(configuration, '/rate_limit', withToken(url, accessToken));
if (resources === undefined) throw new Error('the server is not the API of GitHub');
