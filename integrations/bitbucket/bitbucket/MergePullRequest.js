// include: bitbucket/cloud.js
const path = `${pullRequestsPath()}/${encodeURIComponent(prid)}`;
if (!isMerged(path)) {
  send(`${path}/merge`, { close_source_branch: closebranch === true, ...(message && { message }) });
  print(`Merged the pull request ${prid}`);
}
