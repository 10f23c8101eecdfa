// include: vault/client.js
const { data, metadata } = read(secretPath('data', Number(version) > 0 ? `?version=${Number(version)}` : '')).data;
value = valueIn(data);
print(`Read the key ${key} of ${path}, version ${metadata?.version}`);
