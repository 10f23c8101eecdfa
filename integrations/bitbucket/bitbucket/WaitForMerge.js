// include: bitbucket/cloud.js
const again = { script: 'bitbucket/WaitForMerge.js', seconds: Math.max(pollInterval ?? 30, 1) };
awaitMerge(`${pullRequestsPath()}/${encodeURIComponent(prid)}`, again);
