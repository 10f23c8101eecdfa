// include: bitbucket/stash.js
const side = (branch) => ({
  id: `refs/heads/${branch}`,
  repository: { slug: repository, project: { key: project } },
});
const { id } = send(repositoryPath('pull-requests'), {
  title,
  ...(description && { description }),
  ...{ fromRef: side(source), toRef: side(target) },
});
prid = String(id);
print(`Created the pull request ${prid}`);
