// include: vsts/workitems.js
const again = { script: 'vsts/WaitForWorkItemState.js', seconds: Math.max(pollInterval ?? 30, 1) };
const item = pollJson(server, itemPath(), again);
if (item !== null) {
  const state = item.fields['System.State'];
  task.statusLine = `Work item ${workItemId}: ${state}`;
  if (expectedStates.includes(state)) {
    finalState = state;
    print(`The work item ${workItemId} has the state ${state}`);
  } else task.schedule(again.script, again.seconds);
}
