// include: gitlab/client.js
if (pipeline_id) {
  change('POST', `${projectPath()}/pipelines/${pipeline_id}/cancel`, { accept: [404] });
  print(`Canceled the pipeline ${pipeline_id}`);
}
