// include: kubernetes/rollout.js
const again = { script: 'kubernetes/WaitForRollout.js', seconds: 10 };
startedAt ??= String(Date.now());
const workload = pollJson(server, workloadPath(), withToken(server, again));
if (workload !== null) {
  const { message } = workload.status.conditions?.find(({ reason }) => reason === 'ProgressDeadlineExceeded') ?? {};
  const waitsFor = pendingRollout(workload);
  const name = `${resourceKind} ${resourceName}`;
  rolloutStatus = waitsFor ?? 'complete';
  task.statusLine = `${name}: ${rolloutStatus}`;
  if (waitsFor === null) print(`The rollout of ${name} is complete`);
  else if (message !== undefined) failLater(`the rollout of ${name} has exceeded its deadline: ${message}`);
  else if (Date.now() - Number(startedAt) >= (timeoutMinutes ?? 10) * 60_000)
    failLater(`the rollout of ${name} has not ended within ${timeoutMinutes ?? 10} minutes: ${waitsFor}`);
  else task.schedule(again.script, again.seconds);
}
