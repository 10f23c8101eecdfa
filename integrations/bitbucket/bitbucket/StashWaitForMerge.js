// include: bitbucket/stash.js
const again = { script: 'bitbucket/StashWaitForMerge.js', seconds: Math.max(pollInterval ?? 30, 1) };
awaitMerge(repositoryPath(`pull-requests/${encodeURIComponent(prid)}`), again);
