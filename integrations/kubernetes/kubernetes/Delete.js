// include: kubernetes/client.js
const path = `${collectionPath({ apiVersion, kind: resourceKind })}/${encodeURIComponent(resourceName)}`;
const accept = ignoreMissing === false ? [] : [404];
const response = request(server, 'DELETE', `${path}?propagationPolicy=Background`, withToken(server, { accept }));
print(`${response.ok ? 'Deleted' : 'There is no'} ${resourceKind} ${resourceName}`);
