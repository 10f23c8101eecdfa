// include: github/repository.js
const repository = repositoryPath();
const commit = sha || commitOf(repository, branch || 'master');
let target = commit;
if (tagMessage) {
  const path = `${repository}/git/tags`;
  const tag = { tag: tagName, message: tagMessage, object: commit, type: 'commit' };
  target = jsonOf(change('POST', path, tag), 'POST', path).sha;
}
createReference(repository, `refs/tags/${tagName}`, target);
print(`Created the tag ${tagName} on ${commit}`);
