// include: vault/client.js
change('POST', secretPath(), { [key]: value });
print(`Stored the secret ${path}`);
