// include: gitlab/client.js
const again = { script: 'gitlab/TriggerPipeline.wait.js', seconds: 15 };
const pipeline = pollJson(gitlab_server, `${projectPath()}/pipelines/${pipeline_id}`, withLogin(again));
if (pipeline !== null) {
  pipeline_status = pipeline.status;
  task.statusLine = `Pipeline ${pipeline_id}: ${pipeline_status}`;
  if (pipeline_status === 'success') print(`Pipeline ${pipeline_id}: success`);
  // The outputs of a failed script are not stored, so another script fails the task.
  else if (['failed', 'canceled', 'skipped'].includes(pipeline_status))
    task.schedule('gitlab/TriggerPipeline.fail.js', 1);
  else task.schedule(again.script, again.seconds);
}
