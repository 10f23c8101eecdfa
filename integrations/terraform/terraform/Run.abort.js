// include: terraform/client.js
if (runId) {
  const { actions } = getJson(server, runPath(runId), withToken(server)).data.attributes;
  const action = actions?.['is-cancelable'] ? 'cancel' : actions?.['is-discardable'] ? 'discard' : null;
  const options = withToken(server, { json: {}, accept: [409] });
  if (action !== null) request(server, 'POST', runPath(runId, `/actions/${action}`), options);
  print(action === null ? `The run ${runId} has ended` : `Requested the ${action} of the run ${runId}`);
}
