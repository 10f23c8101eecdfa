// include: argocd/client.js
const again = { script: 'argocd/CheckHealth.js', seconds: 10 };
const state = pollState(again);
if (state !== null) awaitHealth(state, again);
