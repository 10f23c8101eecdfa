// include: gitlab/client.js
const path = `${projectPath()}/merge_requests/${encodeURIComponent(merge_id.trim())}`;
const response = change('PUT', `${path}/merge`, { accept: [405] });
if (response.ok) print(`Merged the merge request !${merge_id}`);
else {
  // A task that is retried finds the merge request merged.
  const { state } = getJson(gitlab_server, path, withLogin());
  if (state !== 'merged') throw new Error(failureText(gitlab_server, 'PUT', `${path}/merge`, response));
  print(`The merge request !${merge_id} is merged already`);
}
