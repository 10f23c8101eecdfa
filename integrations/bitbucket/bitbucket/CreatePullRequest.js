// include: bitbucket/cloud.js
const { id } = send(pullRequestsPath(), {
  title,
  ...(description && { description }),
  ...{ source: { branch: { name: source } }, destination: { branch: { name: target } } },
  close_source_branch: closebranch === true,
});
prid = String(id);
print(`Created the pull request ${prid}`);
