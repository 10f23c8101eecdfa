// include: vault/client.js
const address = secretPath();
// Each read creates a login, so the request is not repeated after an unknown result.
const response = request(vaultServer, 'GET', address, withLogin({ accept: [502, 503, 504] }));
if (!response.ok) throw new Error(failureText(vaultServer, 'GET', address, response));
const { data, lease_id: lease } = jsonOf(response, 'GET', address);
username = data.username;
password = data.password;
leaseId = lease;
print(`Created a login by ${path}`);
