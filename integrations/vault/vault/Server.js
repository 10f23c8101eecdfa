// include: vault/client.js
const { data } = getJson(configuration, '/v1/auth/token/lookup-self', withToken(configuration, tokenOf(configuration)));
if (data === undefined) throw new Error('the server is not a Vault server');
