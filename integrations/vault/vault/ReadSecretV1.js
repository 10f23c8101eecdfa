// include: vault/client.js
value = valueIn(read(secretPath()).data);
print(`Read the key ${key} of ${path}`);
