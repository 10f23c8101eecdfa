// include: kubernetes/client.js

/** Returns the path of the jobs in the namespace of the job. */
function jobsPath() {
  return `/apis/batch/v1/namespaces/${encodeURIComponent(namespaceOf(JSON.parse(job)))}/jobs`;
}

/** Returns the name of the annotation with the task that has created a job. */
function ownerAnnotation() {
  return 'slipway/task';
}

/** Returns the path of the job. */
function jobPath() {
  return `${jobsPath()}/${encodeURIComponent(jobName)}`;
}

/** Deletes the job and its pods. */
function removeJob() {
  request(server, 'DELETE', `${jobPath()}?propagationPolicy=Background`, withToken(server, { accept: [404] }));
}
