const request = new HttpRequest(server);
const path = `/flags/${encodeURIComponent(flag)}`;
const asJson = { contentType: 'application/json' };

function read() {
  const response = request.get(path, asJson);
  if (response.status === 404) throw new Error(`there is no flag '${flag}'`);
  return JSON.parse(response.response);
}

const before = read();
previous = before.enabled ? 'on' : 'off';
version = before.version;
for (const step of percentages.length > 0 ? percentages : ['100']) {
  const change = { enabled, percentage: Number(step), ifVersion: version };
  const response = request.patch(path, JSON.stringify(change), asJson);
  if (!response.isSuccessful()) throw new Error(`not set: ${response.status} ${response.response}`);
  version = JSON.parse(response.response).version;
  task.statusLine = `${step} %`;
  sleep(1);
}
print(`${flag} was ${previous}`);
