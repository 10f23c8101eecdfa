// include: datadog/client.js
const again = {
  ...{ script: 'datadog/CheckMonitor.js', failScript: 'datadog/Gate.fail.js' },
  seconds: Math.max(pollInterval ?? 60, 1),
};
if (!/^\d+$/.test(monitorId.trim())) throw new Error(`monitorId: '${monitorId}' is not a number`);
const monitor = pollJson(server, `/api/v1/monitor/${monitorId.trim()}`, withKeys(server, again));
if (monitor !== null) {
  finalState = monitor.overall_state;
  decideGate(expectedStates.includes(finalState), `${monitor.name}: ${finalState}`, again);
}
