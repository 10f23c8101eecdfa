// include: github/repository.js
const again = { script: 'github/CheckStatus.js', seconds: Math.max(pollInterval ?? 30, 1) };
const commit = `${repositoryPath()}/commits/${encodedPath(ref)}`;

/** Returns the statuses of the commit, and all its check runs; null if the server is unavailable. */
function readChecks() {
  const combined = pollJson(server, `${commit}/status?per_page=100`, withLogin(again));
  if (combined === null) return null;
  const checks = combined.statuses.map(({ context, state }) => ({ name: context, state }));
  for (let page = 1, found = 0; ; page += 1) {
    const list = pollJson(server, `${commit}/check-runs?per_page=100&page=${page}`, withLogin(again));
    if (list === null) return null;
    for (const { name, status, conclusion } of list.check_runs)
      checks.push({ name, state: status === 'completed' ? conclusion : 'pending' });
    found += list.check_runs.length;
    if (list.check_runs.length === 0 || found >= list.total_count) return checks;
  }
}

const checks = readChecks();
if (checks !== null) {
  const good = ['success', 'neutral', 'skipped'];
  if (checks.length === 0) throw new Error(`the commit ${ref} has no statuses and no checks`);
  const pending = checks.filter(({ state }) => state === 'pending');
  const failed = checks.filter(({ state }) => state !== 'pending' && !good.includes(state));
  task.statusLine = `${checks.length - pending.length} of ${checks.length} checks have ended`;
  if (failed.length > 0) {
    result = 'failure';
    failedChecks = failed.map(({ name, state }) => `${name} (${state})`).join(', ');
    // The outputs of a failed script are not stored, so another script fails the task.
    task.schedule('github/CheckStatus.fail.js', 1);
  } else if (pending.length > 0) task.schedule(again.script, again.seconds);
  else {
    result = 'success';
    print(`All ${checks.length} checks of ${ref} are successful`);
  }
}
