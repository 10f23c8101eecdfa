// include: shared/http.js

/** Returns the options with a token. */
function withToken(connection, secret, options = {}, headers = {}) {
  return { ...options, headers: { 'X-Vault-Token': secret, ...namespaceHeaders(connection), ...headers } };
}

/** Returns the header with the namespace of a connection. */
function namespaceHeaders({ namespace }) {
  return namespace ? { 'X-Vault-Namespace': namespace } : {};
}

/** Returns the token of a connection, or a new token of its role. */
function tokenOf(connection) {
  const { token: own, roleId, secretId } = connection;
  if (own) return own;
  if (!roleId || !secretId) throw new Error(`the connection '${connection.title}' has no token and no role`);
  const path = '/v1/auth/approle/login';
  const headers = namespaceHeaders(connection);
  const json = { role_id: roleId, secret_id: secretId };
  return jsonOf(request(connection, 'POST', path, { headers, json }), 'POST', path).auth.client_token;
}

/** Returns the options with the token of a task, which overrides the one of its server. */
function withLogin(options, headers) {
  return withToken(vaultServer, token || tokenOf(vaultServer), options, headers);
}

/** Returns an encoded path without slashes at its ends. */
function encodedPath(text) {
  const parts = text.split('/').filter((part) => part !== '');
  if (parts.includes('..')) throw new Error(`the path '${text}' has '..'`);
  return parts.map(encodeURIComponent).join('/');
}

/** Returns the path of the secret. Version 2 of the engine has a part before it, such as `data`. */
function secretPath(part = '', query = '') {
  return `/v1/${encodedPath(mount_point)}/${part === '' ? '' : `${part}/`}${encodedPath(path)}${query}`;
}

/** Reads JSON. */
function read(address) {
  return getJson(vaultServer, address, withLogin());
}

/** Sends a request that changes a secret. */
function change(method, address, json) {
  request(vaultServer, method, address, withLogin(json === undefined ? {} : { json }));
}

/** Returns the value of the key in the data of a secret. */
function valueIn(data) {
  const found = data?.[key];
  if (found === undefined || found === null) throw new Error(`the secret ${path} has no key '${key}'`);
  return typeof found === 'string' ? found : JSON.stringify(found);
}

/** Returns the names in a folder of secrets. Vault responds with 404 if there are none. */
function namesIn(address) {
  const response = request(vaultServer, 'GET', `${address}?list=true`, withLogin({ accept: [404] }));
  return response.status === 404 ? [] : jsonOf(response, 'GET', address).data.keys;
}

/** Returns the versions in a text with commas. */
function versionsOf(text) {
  const versions = String(text)
    .split(',')
    .map((part) => Number(part.trim()));
  if (versions.some((number) => !Number.isInteger(number) || number < 1))
    throw new Error(`'${text}' is not a list of versions`);
  return versions;
}
