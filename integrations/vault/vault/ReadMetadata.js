// include: vault/client.js
metadata = JSON.stringify(read(secretPath('metadata')).data);
print(`Read the metadata of ${path}`);
