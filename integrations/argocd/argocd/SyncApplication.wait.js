// include: argocd/client.js
const again = { script: 'argocd/SyncApplication.wait.js', seconds: 5 };
const state = pollState(again);
if (state !== null) {
  const { phase, message } = state.operation ?? {};
  if (phase === 'Failed' || phase === 'Error')
    failLater(`the synchronization of ${application} has failed: ${message ?? phase}`);
  else if (phase !== 'Succeeded') task.schedule(again.script, again.seconds);
  else {
    syncedRevision = state.sync?.revision;
    if (dryRun || waitForHealth === false) print(`Synchronized the application ${application}`);
    else task.schedule('argocd/CheckHealth.js', 1);
  }
}
