// include: jenkins/client.js
const form = {};
for (const line of (jobParameters ?? '').split('\n')) {
  if (line.trim() === '') continue;
  const end = line.indexOf('=');
  if (end < 1) throw new Error(`the job parameter '${line.trim()}' is not of the form NAME=value`);
  form[line.slice(0, end).trim()] = line.slice(end + 1).trim();
}
const path = jobPath(jobName);
const hasParameters = Object.keys(form).length > 0;
// Without parameters, a job that has some refuses the first request. It then uses their default values.
const plain = hasParameters ? null : change(`${path}/build`, { accept: [400] });
const started = plain?.ok ? plain : change(`${path}/buildWithParameters`, { form });
const [, item] = /\/queue\/item\/(\d+)/.exec(started.headers.Location ?? '') ?? [];
if (item === undefined)
  throw new Error('the response of Jenkins has no queue item: the number of the build is unknown');
queueItem = item;
task.statusLine = 'Queued';
task.schedule('jenkins/Build.wait-for-start.js', 2);
