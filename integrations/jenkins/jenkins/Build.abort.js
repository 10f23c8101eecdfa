// include: jenkins/client.js
if (buildNumber) {
  change(`${jobPath(jobName)}/${buildNumber}/stop`, { accept: [404] });
  print(`Stopped build #${buildNumber} of ${jobName}`);
} else if (queueItem) {
  change(`/queue/cancelItem?id=${queueItem}`, { accept: [404] });
  print(`Canceled the queued build of ${jobName}`);
}
