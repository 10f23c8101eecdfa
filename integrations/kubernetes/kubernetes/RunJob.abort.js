// include: kubernetes/job.js
if (job) {
  const response = request(server, 'GET', jobPath(), withToken(server, { accept: [404] }));
  // The request of the task may have failed because another job has the name.
  const isOwn = response.ok && response.json().metadata.annotations?.[ownerAnnotation()] === task.id;
  if (isOwn) removeJob();
  print(isOwn ? `Deleted the job ${jobName}` : 'The task has created no job');
}
