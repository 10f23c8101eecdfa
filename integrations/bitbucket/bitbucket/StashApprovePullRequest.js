// include: bitbucket/stash.js
send(repositoryPath(`pull-requests/${encodeURIComponent(prid)}/approve`), {});
print(`Approved the pull request ${prid}`);
