// include: datadog/client.js
const { valid } = getJson(configuration, '/api/v1/validate', withKeys(configuration));
if (valid !== true) throw new Error('the server does not accept the API key');
