// include: kubernetes/job.js
const space = encodeURIComponent(namespaceOf(JSON.parse(job)));

/** Reads the log of the last pod of the job. A pod that the cluster has deleted has no log. */
function readLog() {
  const selector = encodeURIComponent(`job-name=${jobName}`);
  const pods = getJson(server, `/api/v1/namespaces/${space}/pods?labelSelector=${selector}`, withToken(server)).items;
  const [last] = pods.toSorted((one, two) =>
    two.metadata.creationTimestamp.localeCompare(one.metadata.creationTimestamp),
  );
  if (last === undefined) return null;
  const path = `/api/v1/namespaces/${space}/pods/${encodeURIComponent(last.metadata.name)}/log`;
  const limit = `?tailLines=${logLines}&limitBytes=500000`;
  const response = request(server, 'GET', `${path}${limit}`, withToken(server, { accept: [400, 404] }));
  return response.ok ? response.text : null;
}

if (logLines !== 0) logs = readLog();
if (deleteJob) removeJob();
if (failure) task.schedule('kubernetes/Task.fail.js', 1);
else print(`The job ${jobName} is complete`);
