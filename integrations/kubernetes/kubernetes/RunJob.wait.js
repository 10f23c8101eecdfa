// include: kubernetes/job.js
const again = { script: 'kubernetes/RunJob.wait.js', seconds: 10 };
const state = pollJson(server, jobPath(), withToken(server, again));
if (state !== null) {
  const { active = 0, failed = 0, conditions = [] } = state.status ?? {};
  const end = conditions.find(({ type, status }) => status === 'True' && (type === 'Complete' || type === 'Failed'));
  task.statusLine = `Job ${jobName}: ${end?.type ?? `${active} active, ${failed} failed`}`;
  if (end === undefined) task.schedule(again.script, again.seconds);
  else {
    jobStatus = end.type;
    if (end.type === 'Failed') failure = `the job ${jobName} has failed: ${end.message ?? end.reason ?? 'no reason'}`;
    task.schedule('kubernetes/RunJob.end.js', 1);
  }
}
