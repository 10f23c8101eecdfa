// include: argocd/client.js
const items = (syncOptions ?? '')
  .split(/[,\n]/)
  .map((option) => option.trim())
  .filter((option) => option !== '');
const sync = {
  ...{ name: application, prune: prune === true, dryRun: dryRun === true },
  ...(project && { project }),
  ...(revision && { revision }),
  ...(items.length > 0 && { syncOptions: { items } }),
};
request(server, 'POST', applicationPath('/sync'), withToken(server, { json: sync }));
task.statusLine = `${application}: synchronizing`;
task.schedule('argocd/SyncApplication.wait.js', 3);
