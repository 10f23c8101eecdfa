// include: vault/client.js
change('DELETE', secretPath('metadata'));
print(`Deleted the secret ${path}`);
