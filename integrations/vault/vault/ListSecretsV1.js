// include: vault/client.js
const names = namesIn(secretPath());
value = JSON.stringify(names);
print(`Found ${names.length} secrets in ${path}`);
