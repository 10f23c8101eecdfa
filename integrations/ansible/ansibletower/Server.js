// include: ansible/client.js
const { results } = getJson(configuration, '/api/v2/me/', withToken(configuration));
if (results === undefined) throw new Error('the server is not AWX, Ansible Tower or the automation controller');
