// include: github/repository.js
const path = `${repositoryPath()}/pulls/${pullRequestNumber}`;
const body = { merge_method: mergeMethod ?? 'merge', ...(commitMessage && { commit_message: commitMessage }) };
const response = change('PUT', `${path}/merge`, body, [405]);
if (response.ok) {
  commitId = jsonOf(response, 'PUT', path).sha;
  print(`Merged the pull request #${pullRequestNumber}`);
} else {
  // A task that is retried finds the pull request merged.
  const pullRequest = read(path);
  if (!pullRequest.merged) throw new Error(failureText(server, 'PUT', `${path}/merge`, response));
  commitId = pullRequest.merge_commit_sha;
  print(`The pull request #${pullRequestNumber} is merged already`);
}
