// include: prometheus/client.js
const again = {
  ...{ script: 'prometheus/CheckAlerts.js', failScript: 'prometheus/Gate.fail.js' },
  seconds: Math.max(pollInterval ?? 60, 1),
};
const answer = pollJson(server, '/api/v1/alerts', withToken(server, again));
if (answer !== null) {
  const expected = Object.entries({ ...labels, ...(alertName && { alertname: alertName }) });
  const isFiring = ({ state, labels: own }) =>
    state === 'firing' && expected.every(([name, text]) => own[name] === text);
  alerts = answer.data.alerts.filter(isFiring).map((alert) => alert.labels.alertname ?? '');
  const text = alerts.length === 0 ? 'No alert is firing' : `Firing: ${[...new Set(alerts)].join(', ')}`;
  decideGate(alerts.length === 0, text, again);
}
