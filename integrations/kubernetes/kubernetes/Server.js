// include: kubernetes/client.js
const { gitVersion } = getJson(configuration, '/version', withToken(configuration));
if (gitVersion === undefined) throw new Error('the server is not a Kubernetes cluster');
