// include: gitlab/client.js
const names = Object.entries(variables ?? {});
const project = projectPath();

/** Starts the pipeline with the trigger token. */
function byTrigger() {
  const path = `${project}/trigger/pipeline`;
  const form = { token, ref, ...Object.fromEntries(names.map(([name, value]) => [`variables[${name}]`, value])) };
  return jsonOf(change('POST', path, { form }), 'POST', path);
}

const pipeline = token
  ? byTrigger()
  : create('pipeline', { ref, variables: names.map(([key, value]) => ({ key, value })) });
pipeline_id = String(pipeline.id);
pipeline_status = pipeline.status;
pipeline_web_url = pipeline.web_url;
print(`Started the pipeline ${pipeline_id}: ${pipeline_web_url}`);
task.statusLine = `Pipeline ${pipeline_id}: ${pipeline_status}`;
task.schedule('gitlab/TriggerPipeline.wait.js', 10);
