// include: pagerduty/client.js
const again = { script: 'pagerduty/CheckIncidents.js', seconds: Math.max(pollInterval ?? 60, 1) };
const filters = [
  'statuses[]=triggered&statuses[]=acknowledged&date_range=all&limit=100',
  ...serviceIds.map((id) => `service_ids[]=${encodeURIComponent(id)}`),
  ...(urgencies ?? []).map((urgency) => `urgencies[]=${encodeURIComponent(urgency)}`),
];
if (serviceIds.length === 0) throw new Error('serviceIds: expected at least one id');
startedAt ??= String(Date.now());
const found = pollJson(server, `/incidents?${filters.join('&')}`, withToken(server, again));
if (found !== null) {
  const count = found.incidents.length;
  openIncidents = Object.fromEntries(found.incidents.map(({ id, title }) => [id, title ?? '']));
  task.statusLine = `${count}${found.more ? ' or more' : ''} open incidents`;
  if (count === 0) print('The services have no open incidents');
  else if (maxWaitMinutes > 0 && Date.now() - Number(startedAt) >= maxWaitMinutes * 60_000) {
    failure = `the services have ${count} open incidents after ${maxWaitMinutes} minutes`;
    task.schedule('pagerduty/Task.fail.js', 1);
  } else task.schedule(again.script, again.seconds);
}
