// include: shared/http.js
const { valid } = getJson(configuration, '/api/authentication/validate');
if (valid === undefined) throw new Error('the server is not a SonarQube server');
if (!valid) throw new Error('the server does not accept the credentials');
