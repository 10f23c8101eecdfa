// include: pagerduty/client.js
const { incidents } = getJson(configuration, '/incidents?limit=1', withToken(configuration));
if (incidents === undefined) throw new Error('the server is not the REST API of PagerDuty');
