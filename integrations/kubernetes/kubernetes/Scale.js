// include: kubernetes/rollout.js
if (resourceKind === 'DaemonSet') throw new Error('a daemon set has no number of replicas');
if (!(replicas >= 0)) throw new Error(`replicas: ${replicas} is not a number of replicas`);
const options = { body: JSON.stringify({ spec: { replicas } }) };
const headers = { 'Content-Type': 'application/merge-patch+json' };
request(server, 'PATCH', `${workloadPath()}/scale?fieldManager=slipway`, withToken(server, options, headers));
print(`Scaled ${resourceKind} ${resourceName} to ${replicas} replicas`);
if (waitForRollout !== false) task.schedule('kubernetes/WaitForRollout.js', 2);
