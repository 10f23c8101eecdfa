// include: argocd/client.js
request(server, 'DELETE', applicationPath('/operation'), withToken(server, { accept: [400, 404] }));
print(`Terminated the operation of ${application}, if one was running`);
