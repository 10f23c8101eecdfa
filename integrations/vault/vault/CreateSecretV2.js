// include: vault/client.js
const options = cas ? { options: { cas: 0 } } : {};
change('POST', secretPath('data'), { ...options, data: { [key]: value } });
print(`Stored the secret ${path}`);
