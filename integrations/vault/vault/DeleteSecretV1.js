// include: vault/client.js
change('DELETE', secretPath());
print(`Deleted the secret ${path}`);
