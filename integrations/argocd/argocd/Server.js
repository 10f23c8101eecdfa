// include: argocd/client.js
const { loggedIn } = getJson(configuration, '/api/v1/session/userinfo', withToken(configuration));
if (loggedIn === undefined) throw new Error('the server is not an Argo CD server');
if (!loggedIn) throw new Error('the server does not accept the credentials');
