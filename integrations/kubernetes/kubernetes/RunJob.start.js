// include: kubernetes/job.js
const { metadata, ...rest } = JSON.parse(job);
const annotations = { ...metadata.annotations, [ownerAnnotation()]: task.id };
const options = { json: { ...rest, metadata: { ...metadata, annotations } } };
request(server, 'POST', `${jobsPath()}?fieldManager=slipway`, withToken(server, options));
task.statusLine = `Job ${jobName}: created`;
task.schedule('kubernetes/RunJob.wait.js', 3);
