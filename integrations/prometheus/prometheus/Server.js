// include: prometheus/client.js
const { data } = getJson(configuration, '/api/v1/query?query=1', withToken(configuration));
if (data === undefined) throw new Error('the server is not a Prometheus server');
