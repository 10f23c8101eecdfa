// include: vault/client.js
const names = namesIn(secretPath('metadata'));
secrets = JSON.stringify(names);
print(`Found ${names.length} secrets in ${path}`);
