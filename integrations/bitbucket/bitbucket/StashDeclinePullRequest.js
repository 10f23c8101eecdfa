// include: bitbucket/stash.js
const path = repositoryPath(`pull-requests/${encodeURIComponent(prid)}`);
const { version } = getJson(server, path, withLogin());
send(`${path}/decline?version=${version}`, {});
print(`Declined the pull request ${prid}`);
