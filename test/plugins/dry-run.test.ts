import { describe, expect, test } from 'vitest';
import { servePlugins } from './harness/serve-plugins.ts';

const { rest, server } = servePlugins(['millwork', 'bugtrail', 'confvault', 'switchyard']);

interface Outcome {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly output: string;
  readonly error?: { readonly type: string; readonly message: string; readonly line: number };
  readonly scheduled?: { readonly script: string; readonly seconds: number };
  readonly statusLine?: string;
  readonly requests: readonly { readonly [name: string]: unknown }[];
  readonly recordingsLeft: number;
  readonly pauses: readonly number[];
}
const trial = (body: object) => rest.post<Outcome>('/scripts/test', body);
const requestLines = ({ requests }: Outcome) => requests.map(({ method, url }) => `${method} ${url}`);

const host = 'https://builds.example';
const mill = { url: host, username: 'miller', password: 'miller-password' };
const build = { type: 'millwork.Build', properties: { server: mill, jobName: 'team/rocket', branch: 'main' } };

describe('a test run of a plugin script with recorded responses', () => {
  test('returns its requests and the script that runs next', async () => {
    const recordings = [
      { url: `${host}/crumbIssuer/*`, json: { crumb: 'c', crumbRequestField: 'X-Crumb' } },
      { method: 'POST', url: `${host}/job/*`, status: 201, headers: { Location: `${host}/queue/item/7/` } },
    ];
    const outcome = await trial({ ...build, recordings });
    expect(outcome).toMatchObject({
      variables: { location: '/queue/item/7/' },
      scheduled: { script: 'millwork/Build.wait-for-queue.py', seconds: 1 },
      statusLine: 'Queued',
      recordingsLeft: 0,
      pauses: [],
    });
    expect(outcome.error).toBe(undefined);
    expect(requestLines(outcome)).toEqual([
      `GET ${host}/crumbIssuer/api/json`,
      `POST ${host}/job/team/job/rocket/buildWithParameters`,
    ]);
    expect(outcome.requests[1]).toMatchObject({
      headers: expect.arrayContaining([['X-Crumb', 'c']]),
      body: 'branch=main',
      recorded: true,
    });
  });

  test('can continue with the next script and the state of the previous one', async () => {
    const properties = { ...build.properties, location: '/queue/item/7/' };
    const path = 'millwork/Build.wait-for-queue.py';
    const recordings = [{ url: `${host}/queue/item/7/api/json`, json: { executable: { number: 12 } } }];
    const outcome = await trial({ ...build, properties, path, recordings });
    expect(outcome.variables).toMatchObject({ buildNumber: '12' });
    expect(outcome.scheduled?.script).toBe('millwork/Build.wait-for-build.py');
  });

  test('fails like a real run, with the location in the jar', async () => {
    const recordings = [
      { url: '*', status: 404 },
      { method: 'POST', url: '*', status: 503, text: 'not now' },
    ];
    const outcome = await trial({ ...build, recordings });
    expect(outcome.error).toMatchObject({
      type: 'Exception',
      message: 'Failed to start [team/rocket]: 503 not now',
      at: { file: 'millwork/jobs.py' },
    });
  });

  test('reports a request without a recording, and sends no request to a server', async () => {
    const outcome = await trial({ ...build, recordings: [{ url: `${host}/else`, json: 1 }] });
    expect(outcome.error?.message).toContain(`there is no recording for GET ${host}/crumbIssuer/api/json`);
    expect([outcome.requests.map(({ recorded }) => recorded), outcome.recordingsLeft]).toEqual([[false], 1]);
    const { url } = server('millwork');
    await trial({ ...build, properties: { ...build.properties, server: { ...mill, url } } });
    expect(server('millwork').received).toEqual([]);
  });

  test('supports JavaScript, and its pauses take no time', async () => {
    const at = { server: mill, flag: 'f', percentages: ['10', '100'] };
    const changed = (version: number) => ({ method: 'PATCH', url: `${host}/flags/f`, json: { version } });
    const recordings = [{ url: `${host}/flags/f`, json: { enabled: true, version: 1 } }, changed(2), changed(3)];
    const outcome = await trial({ type: 'switchyard.SetFlag', properties: at, recordings });
    expect(outcome).toMatchObject({
      variables: { previous: 'on', version: 3 },
      pauses: [1_000, 1_000],
      statusLine: '100 %',
    });
    expect(outcome.requests.map(({ body }) => body)).toEqual([
      undefined,
      '{"enabled":true,"percentage":10,"ifVersion":1}',
      '{"enabled":true,"percentage":100,"ifVersion":2}',
    ]);
  });
});

test('secrets are masked everywhere in the result', async () => {
  const script = `
import urllib
r = HttpRequest({'url': 'https://h/', 'username': 'ann', 'password': 'x'})
print server.password
r.post('/p?key=' + urllib.quote(server.password), server.password, headers={'X-Key': server.password})`;
  const type = { type: 'bugtrail.CreateIssue', properties: { server: { url: 'https://h', password: 'se cret/1' } } };
  const outcome = await trial({ ...type, recordings: [{ method: 'POST', url: '*', status: 500, text: 'se cret/1' }] });
  expect(JSON.stringify(outcome)).not.toMatch(/se cret|se%20cret/);
  const plain = await trial({
    script: script.replaceAll('server.password', "'abc'"),
    recordings: [{ method: 'POST', url: '*' }],
  });
  expect(plain.requests).toMatchObject([{ url: 'https://h/p?key=abc', username: 'ann', body: 'abc', recorded: true }]);
});

test('a script that waits for a time reaches it by its simulated clock', async () => {
  const script = `
import time, requests
end = time.time() + 600
rounds = 0
while time.time() < end:
    rounds += 1
    time.sleep(60)
result = rounds
ok = requests.get('https://h/a?b=1').json()['ok'], requests.get('https://h/bytes').content == '\\xff\\x00'
try:
    requests.get('https://h/slow', timeout=3)
except requests.exceptions.Timeout as e:
    print 'too slow'`;
  const recordings = [
    { url: 'https://h/*?b=*', json: { ok: [1] } },
    { url: 'https://h/bytes', base64: '/wA=' },
    { url: 'https://h/slow', refused: 'HttpTimeout' },
  ];
  const outcome = await trial({ script, recordings });
  expect(outcome).toMatchObject({ result: 10, variables: { ok: [[1], true], rounds: 10 }, output: 'too slow\n' });
  expect(outcome.pauses).toEqual(Array.from({ length: 10 }, () => 60_000));
});

test.each([
  [{}, '400 script: expected a text, or the plugin type whose script is tested'],
  [{ script: '1', type: 'a.B' }, '400 script: expected a text, or the plugin type whose script is tested'],
  [{ type: 'no.Type' }, "404 no plugin has tasks of the type 'no.Type'"],
  [{ type: 'millwork.Server' }, "404 no plugin has tasks of the type 'millwork.Server'"],
  [{ ...build, path: 'millwork/none.py' }, expect.stringMatching(/^400 type: .*millwork\/none\.py/)],
  [{ ...build, properties: { nothing: 1 } }, "400 properties: 'millwork.Build' has no 'nothing'"],
  [
    { ...build, properties: { server: 'Configuration/X' } },
    '400 properties.server: expected an object with the properties of a configuration',
  ],
  [{ script: '1', recordings: [{ url: 'x', status: 1 }] }, expect.stringMatching(/^400 .*recordings/)],
])('an invalid test run is refused in one line: %j', async (body, refusal) => {
  expect(await rest.sendForError('POST', '/scripts/test', body)).toEqual(refusal);
});
