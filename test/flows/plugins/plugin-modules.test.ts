import { beforeAll, describe, expect, test } from 'vitest';
import { jarOf, synthetic } from '../../../libs/plugins/src/testing.ts';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';

const { rest, url } = serve();

/** Waits until the task with this title has one of these statuses; returns it. */
async function waitForStatus(release: Release, title: string, ...states: readonly string[]): Promise<Task> {
  const read = () => rest.get<Task>(`/tasks/${idOf(release, title)}`);
  await expect
    .poll(async () => (await read()).status, { interval: 50 })
    .toSatisfy((status) => states.includes(String(status)));
  return read();
}
const commentsOf = ({ comments }: Task) => comments.map(({ text }) => text);
const runTask = async (task: object): Promise<readonly string[]> => {
  const release = await startRelease(rest, { Ship: [{ title: 'run', ...task }] });
  return commentsOf(await waitForStatus(release, 'run', 'COMPLETED', 'FAILED', 'SKIPPED'));
};

/** A jar with the layout of published plugins: modules that scripts import by a relative path or from the root. */
const files = (plugin: string, types: string) => ({
  'META-INF/MANIFEST.MF': `Manifest-Version: 1.0\r\nPlugin-Name: ${plugin}\r\n\r\n`,
  'synthetic.xml': synthetic(types),
});
const tracker = (url: string) => ({
  ...files(
    'tracker',
    `<type type="tracker.Server" extends="configuration.HttpConnection"/>
    <type type="tracker.Create" extends="rel.PythonScript">
      <property name="scriptLocation" default="tracker/task.py" hidden="true"/>
      <property name="abortScript" default="tracker/stop.py" hidden="true"/>
      <property name="server" kind="ci" referenced-type="tracker.Server"/><property name="key"/>
      <property name="issue" category="output"/>
    </type>
    <type type="tracker.Broken" extends="rel.PythonScript"/><type type="tracker.Raise" extends="rel.PythonScript"/>
    <type type="tracker.Token" extends="events.CustomJythonAuthentication"><property name="token" password="true"/></type>`,
  ),
  'tracker/__init__.py': '',
  'tracker/task.py': `from tracker.client import Client
client = Client.of(server)
issue = client.create(key)
print task.title, __name__`,
  'tracker/client.py': `from httputil.request import Request
import words
class Client(object):
    def __init__(self, request):
        self.request = request
    @staticmethod
    def of(server):
        return Client(Request(server))
    def create(self, key):
        if not key:
            raise ValueError(words.missing)
        return self.request.url(key)`,
  'tracker/words.py': 'missing = "no key"',
  'httputil/request.py': `class Request(object):
    def __init__(self, server):
        self.server = server
    def url(self, key):
        return '${url}%s/%s' % (self.server.url if self.server else '', key)`,
  'tracker/stop.py': 'from tracker import words\nprint "stopped with", words.missing',
  'tracker/Broken.py': 'import tracker.faulty',
  'tracker/faulty.py': 'x = 1\nif x\n  y = 2',
  'tracker/Raise.py': 'from tracker.client import Client\n\nClient.of(None).create("")',
  'tracker/Token.py': 'from tracker import words\nauthenticated = headers["x-token"] == config.token + words.missing',
});
const secondJar = {
  ...files('other', '<type type="other.Say" extends="rel.PythonScript"/>'),
  'other/Say.py': 'import httputil.request\nprint httputil.request.name',
  'httputil/request.py': 'name = "of the other jar"',
  'other/lib.py': 'def greet(name):\n    return "hello " + name',
};

let warnings: readonly string[];
let server: { readonly id: string };
beforeAll(async () => {
  ({ warnings } = await rest.post<{ warnings: readonly string[] }>('/plugins', fileForm(await jarOf(tracker('')))));
  await rest.post('/plugins', fileForm(await jarOf(secondJar)));
  server = await rest.post('/config', { type: 'tracker.Server', title: 'Tracker', url: 'http://tracker' });
});

test('a module that does not compile is reported when its jar is installed', () => {
  expect(warnings).toEqual([
    expect.stringMatching(
      /^imports of 'tracker\/faulty\.py' will fail: 'tracker\/faulty\.py' does not compile in line 2: /,
    ),
  ]);
});

describe('a task of a plugin', () => {
  test('runs with the current modules of its jar', async () => {
    const task = { title: 'create', type: 'tracker.Create', server: server.id, key: 'A-1' };
    const run = async () => {
      const release = await startRelease(rest, { Ship: [task] });
      const done = await waitForStatus(release, 'create', 'COMPLETED', 'FAILED');
      return [commentsOf(done), (done as unknown as { issue: string }).issue];
    };
    expect(await run()).toEqual([['create __main__'], 'http://tracker/A-1']);
    await rest.post('/plugins', fileForm(await jarOf(tracker('to '))));
    expect(await run()).toEqual([['create __main__'], 'to http://tracker/A-1']);
  });

  test('imports the module of its own jar, even if another jar has one with the same name', async () => {
    expect(await runTask({ type: 'other.Say' })).toEqual(['of the other jar']);
  });

  test('that fails in a module reports the line in the module', async () => {
    expect(await runTask({ type: 'tracker.Raise' })).toEqual([
      'ValueError: no key (line 3, tracker/client.py line 11)',
    ]);
    expect(await runTask({ type: 'tracker.Broken' })).toEqual([
      'SyntaxError: invalid syntax (line 1, tracker/faulty.py line 2)',
    ]);
  });
});

describe('a script outside plugins', () => {
  test('imports modules of every jar', async () => {
    const script = 'from other.lib import greet\nfrom tracker import words\nprint greet(task.title), words.missing';
    expect(await runTask({ type: 'rel.ScriptTask', script })).toEqual(['hello run no key']);
  });

  test('can be a precondition or a test run', async () => {
    const precondition = 'from other.lib import greet\nresult = greet("x") == "y"';
    const release = await startRelease(rest, { Ship: [{ title: 'run', precondition }] });
    expect((await waitForStatus(release, 'run', 'SKIPPED', 'FAILED', 'IN_PROGRESS')).status).toBe('SKIPPED');
    const trialResult = await rest.post('/scripts/test', { script: 'import other.lib\nother.lib.greet(1)' });
    expect(trialResult).toMatchObject({ error: { type: 'TypeError', line: 2, at: { file: 'other/lib.py', line: 2 } } });
  });
});

test('the authentication script of a webhook can import modules', async () => {
  const authentication = { type: 'tracker.Token', token: 'secret ' };
  await rest.post('/config', {
    type: 'events.PostWebhookEndpoint',
    title: 'Hook',
    path: 'tracker',
    method: 'POST',
    authentication,
  });
  const call = async (token: string) => {
    const headers = { 'content-type': 'application/json', 'x-token': token };
    return (await fetch(`${url()}/webhooks/tracker`, { method: 'POST', headers, body: '{}' })).status;
  };
  expect([await call('secret no key'), await call('secret')]).toEqual([200, 401]);
});
