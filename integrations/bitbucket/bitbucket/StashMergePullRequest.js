// include: bitbucket/stash.js
const path = repositoryPath(`pull-requests/${encodeURIComponent(prid)}`);
if (!isMerged(path)) {
  // The version prevents that a change after this read is merged.
  const { version } = getJson(server, path, withLogin());
  send(`${path}/merge?version=${version}`, {});
  print(`Merged the pull request ${prid}`);
}
