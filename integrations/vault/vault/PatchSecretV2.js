// include: vault/client.js
const headers = { 'Content-Type': 'application/merge-patch+json' };
request(
  vaultServer,
  'PATCH',
  secretPath('data'),
  withLogin({ body: JSON.stringify({ data: { [key]: value } }) }, headers),
);
print(`Changed the key ${key} of ${path}`);
