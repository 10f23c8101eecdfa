// include: github/repository.js
const repository = repositoryPath();
const commit = commitOf(repository, oldBranch);
createReference(repository, `refs/heads/${newBranch}`, commit);
print(`Created the branch ${newBranch} on ${commit}`);
