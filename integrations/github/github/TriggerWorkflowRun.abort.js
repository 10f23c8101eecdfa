// include: github/actions.js
if (runId) {
  request(server, 'POST', `${actionsPath()}/runs/${runId}/cancel`, withLogin({ accept: [404, 409] }));
  print(`Canceled the run ${runId}`);
} else print('The run is not known yet, and may continue');
