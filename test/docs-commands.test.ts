import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { jarOf, manifest, synthetic } from '../libs/plugins/src/testing.ts';
import { type ServerProcess, startServer } from './harness/product/serve.ts';
import type { Release } from './harness/rest/response-types.ts';
import { createRestClient } from './harness/rest/rest-client.ts';
import { findProgram } from './harness/servers/find-program.ts';
import { freePort } from './harness/servers/free-port.ts';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer({ env: { SCRIPT_HTTP_ALLOW: '127.0.0.1' } });
});
afterAll(() => server.stop());

/** Returns the commands of a page by block. */
const commandsIn = (page: string) =>
  Array.from(readFileSync(page, 'utf8').matchAll(/```sh\n([\s\S]*?)```/g), ([, block]) => block!);

const [, ...readme] = commandsIn('README.md');
const plugins = ['docs/reference/plugin-format.md', 'docs/how-to/check-a-connection.md'].flatMap(commandsIn);
const pluginTutorial = commandsIn('docs/tutorials/first-plugin.md');
const [triggers = ''] = commandsIn('docs/how-to/schedule-releases.md');
const [blackouts = ''] = commandsIn('docs/how-to/plan-blackouts.md');
const tutorial = commandsIn('docs/tutorials/first-release.md');
const [guarded = '', approve = ''] = commandsIn('docs/how-to/require-approvals.md');
const login = commandsIn('docs/how-to/authenticate.md');

test('this file runs the commands of every page that has commands', () => {
  const named =
    'how-to/attach-files how-to/authenticate how-to/check-a-connection how-to/configure-risk how-to/import-and-export how-to/manage-teams how-to/manage-users-and-roles how-to/plan-blackouts how-to/receive-webhooks how-to/require-approvals how-to/schedule-releases how-to/write-scripts reference/event-streams reference/my-tasks reference/plugin-format tutorials/automate-a-release tutorials/first-plugin tutorials/first-release'
      .split(' ')
      .map((name) => `docs/${name}.md`);
  // Tests under test/deploy and test/processes run the commands of operators.
  const pages = globSync(['*.md', 'docs/**/*.md'], { exclude: ['docs/how-to/operations/**'] });
  expect(pages.filter((page) => commandsIn(page).length > 0).toSorted()).toEqual(['README.md', ...named]);
});

/** Runs commands like a user who copies them; returns their output, and fails if a request is refused. */
async function runInShell(...blocks: readonly string[]): Promise<readonly string[]> {
  const strict = `set -e; shopt -s expand_aliases; curl() { command curl --fail-with-body -w '\\n' "$@"; }\n`;
  const script = blocks.join('\n').replaceAll('http://127.0.0.1:5516', server.url);
  const { stdout } = await promisify(execFile)('bash', ['-c', strict + script]);
  return stdout.split('\n').slice(0, -1);
}

/** Creates a folder that is deleted when the test ends. */
function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-pages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Returns the first two lines of the first block of a page: the address, and the alias that logs in. */
const names = (block = '') => block.split('\n').slice(0, 2).join('\n');

test.each([
  ['README.md', readme],
  ['docs/tutorials/first-release.md', tutorial],
])(
  'the first release of %s works as documented',
  async (_, [make = '', start = '', complete = '', ...furtherCommands]) => {
    const { id } = JSON.parse((await runInShell(make))[0]!);
    const startCommand = start.replace('Applications/FolderSamplesAndTutorials/Release…', id);
    const [started, active] = (await runInShell(names(make), startCommand)).map((outputText) => JSON.parse(outputText));
    expect([started.status, active.length]).toEqual(['IN_PROGRESS', 1]);
    const done = complete.replace('$release/Phase…/Task…', active[0].id);
    const [completed, activities, ...answers] = (
      await runInShell(names(make), `release=${id}`, done, ...furtherCommands)
    ).map((outputText) => JSON.parse(outputText));
    expect([completed.status, activities.at(-1).targetType]).toEqual(['COMPLETED', expect.any(String)]);
    expect(answers.map(({ sentence }) => typeof sentence)).toEqual(furtherCommands.map(() => 'string'));
  },
);

test('the commands of docs/how-to/require-approvals.md work', async () => {
  const { phases } = JSON.parse((await runInShell(guarded)).at(-1)!);
  const output = await runInShell(names(guarded), approve.replace(/Applications.*Task…/, phases[0].tasks[0].id));
  expect(output.map((outputText) => JSON.parse(outputText).status)).toEqual(['IN_PROGRESS', 'COMPLETED']);
});

test('the commands of docs/how-to/schedule-releases.md work', async () => {
  const [created, preview, run, runs, disabled] = (await runInShell(triggers)).map(
    (outputText) => outputText && JSON.parse(outputText),
  );
  expect(created).toMatchObject({ id: expect.stringMatching(/\/TriggerNightly$/), title: 'Nightly', catchUp: 'last' });
  expect(preview.next).toMatchObject([
    { date: expect.stringMatching(/T03:00:00\.000\+0[12]:00$/) },
    { timeZone: 'Europe/Berlin' },
    {},
  ]);
  expect([run, disabled]).toEqual(['', '']);
  expect(runs).toMatchObject([{ outcome: 'created', releaseTitle: 'Nightly 1' }]);
});

test('the commands of docs/how-to/manage-teams.md work', async () => {
  const names = (await runInShell(...commandsIn('docs/how-to/manage-teams.md')))
    .map((line): unknown => JSON.parse(line))
    .map((answer) => (Array.isArray(answer) ? answer.map(({ teamName }) => teamName) : []));
  const system = ['Template Owner', 'Folder Owner', 'Release Admin'];
  const developed = [...system, 'Developers'];
  expect(names).toEqual([[], system, developed, [], [...system, 'Auditors'], developed, []]);
});

test('the commands of docs/how-to/attach-files.md work', async () => {
  const [, files] = (await runInShell(...commandsIn('docs/how-to/attach-files.md'))).map((outputText) =>
    JSON.parse(outputText),
  );
  expect(files).toMatchObject([{ type: 'rel.Attachment', exportFilename: 'guide.txt' }]);
});

const unzipProgram = await findProgram(['unzip']);

test.skipIf(unzipProgram === null)('the commands of docs/how-to/import-and-export.md verify a report', async () => {
  const folder = emptyFolder();
  const [create, download = '', verify = ''] = commandsIn('docs/how-to/import-and-export.md');
  const { id } = JSON.parse((await runInShell(create!)).at(-1)!);
  const downloads = download.replace('Applications/Release…', id);
  const output = await runInShell(names(create), `cd ${folder}`, downloads, verify);
  const proof = readFileSync(join(folder, 'report/xl/worksheets/sheet9.xml'), 'utf8');
  const [sum = ''] = output.at(-1)!.split(' ');
  expect([sum.length, proof.includes(sum)]).toEqual([64, true]);
});

test('the commands of docs/reference/event-streams.md return versions', async () => {
  const output = JSON.parse((await runInShell(...commandsIn('docs/reference/event-streams.md'))).at(-1)!);
  expect(output).toMatchObject([{ release: 'ReleaseWatched' }, { list: 'templates' }]);
});

test('the commands of docs/reference/my-tasks.md return a pending task, and unassigned tasks', async () => {
  const outputs = await runInShell(...commandsIn('docs/reference/my-tasks.md'));
  const [{ count, tasks }, unassigned] = outputs.slice(-2).map((outputText) => JSON.parse(outputText));
  expect([count, tasks]).toMatchObject([1, [{ title: 'Compile', owner: 'admin', release: { title: 'Mine 1' } }]]);
  expect(unassigned.tasks.map(({ waitsFor }: { readonly waitsFor: string }) => waitsFor)).toEqual(['person', 'person']);
});

test('the commands of docs/how-to/configure-risk.md work', async () => {
  const [assessors, , created, found, , calm, followed] = (
    await runInShell(...commandsIn('docs/how-to/configure-risk.md'))
  ).map((outputText) => JSON.parse(outputText));
  expect([assessors.length, created.riskScore]).toEqual([21, '080']);
  expect(found).toMatchObject([{ title: 'Webshop 1.0' }]);
  expect(followed.riskProfile).toBe(calm.id);
});

test('the commands of docs/how-to/authenticate.md work', async () => {
  const [make = '', use = '', browse = ''] = login;
  const [created, listed] = (await runInShell(make))
    .filter((outputLine) => outputLine !== '')
    .map((outputLine) => JSON.parse(outputLine));
  const { token, ...shown } = created;
  expect(listed).toEqual([shown]);
  const folder = emptyFolder();
  const used = await runInShell(names(make), `token=${token} id=${created.id}`, use);
  const ids = used.slice(0, 2).map((outputLine) => JSON.parse(outputLine).map(({ id }: { readonly id: string }) => id));
  expect(ids).toEqual([[created.id], [created.id]]);
  const startCommand = await runInShell(names(make), `cd ${folder}`, browse);
  expect(JSON.parse(startCommand[0]!)).toEqual({ username: 'admin' });
  expect(JSON.parse(startCommand[1]!)).toMatchObject([{ current: true, lastUsedFrom: '127.0.0.1' }]);
});

test('the commands of docs/how-to/manage-users-and-roles.md work', async () => {
  const answers = await runInShell(...commandsIn('docs/how-to/manage-users-and-roles.md'));
  const [created, listed, invited, invitations, me, ...explained] = answers
    .filter((outputLine) => outputLine !== '')
    .map((outputLine) => JSON.parse(outputLine));
  const ann = {
    username: 'ann',
    external: false,
    fullName: 'Ann Marie',
    email: 'ann@acme.example',
    loginAllowed: true,
  };
  expect([created, listed, me.username]).toEqual([ann, [ann], 'admin']);
  const { path, ...invitation } = invited;
  expect([path, invitations]).toEqual([expect.stringContaining(`/#invitation=${invitation.id}.`), [invitation]]);
  expect(explained).toMatchObject([
    { username: 'ann', granted: false },
    { username: 'ann', granted: false, id: 'Applications' },
  ]);
});

test('the commands of docs/how-to/receive-webhooks.md work', async () => {
  const [endpoint, trigger, answered] = await runInShell(...commandsIn('docs/how-to/receive-webhooks.md'));
  expect([JSON.parse(endpoint!).path, JSON.parse(trigger!).type, answered]).toEqual([
    'git/pushes',
    'events.EventBasedTrigger',
    '',
  ]);
  const rest = createRestClient(() => server.url);
  const runs = () => rest.get<{ releaseId: string }[]>('/triggers/TriggerPushed/runs');
  await expect.poll(async () => (await runs()).length, { interval: 20 }).toBe(1);
  expect(await rest.get(`/releases/${(await runs())[0]!.releaseId}`)).toMatchObject({
    title: 'Push to rocket',
    status: 'IN_PROGRESS',
    variables: expect.arrayContaining([expect.objectContaining({ key: 'version', value: 'a1b2c3' })]),
  });
});

test('the commands of docs/how-to/plan-blackouts.md work', async () => {
  const answers = await runInShell(blackouts);
  const [blackout, planned, listed] = answers.map((outputText) => JSON.parse(outputText));
  expect(planned.$metadata.blackout).toEqual({
    periods: [{ startDate: blackout.startDate, endDate: blackout.endDate }],
    conflicts: [
      {
        id: planned.id,
        title: 'Slipway 2.0.0',
        scheduledStartDate: '2030-12-31T11:00:00.000+00:00',
        blackoutId: blackout.id,
        firstFree: '2031-01-01T23:00:00.000+00:00',
      },
    ],
    firstFree: '2031-01-01T23:00:00.000+00:00',
  });
  expect(listed).toEqual([blackout]);
});

test('the commands of docs/how-to/write-scripts.md work', async () => {
  const [template, started, trial] = (await runInShell(...commandsIn('docs/how-to/write-scripts.md'))).map(
    (outputText) => JSON.parse(outputText),
  );
  expect(template.id).toBe('Applications/ReleaseScripted');
  expect(trial).toMatchObject({ result: createHmac('sha256', 'key').update('main').digest('hex') });
  const rest = createRestClient(() => server.url);
  const now = () => rest.get<Release>(`/releases/${started.id}`);
  await expect.poll(async () => (await now()).status, { interval: 50 }).toBe('COMPLETED');
  const [notifyTask, deploy] = (await now()).phases[0]!.tasks;
  expect([notifyTask!.status, deploy!.status, deploy!.failuresCount]).toEqual(['SKIPPED', 'SKIPPED', 3]);
  expect(deploy!.comments.map(({ text }) => text)).toEqual([
    ...[1, 2, 3].flatMap((attempt) => [
      `attempt ${attempt}`,
      'Exception: no such host (line 2)',
      attempt < 3 ? 'once more' : 'given up',
    ]),
  ]);
});

test('the commands of docs/tutorials/automate-a-release.md start releases by a trigger and by an event', async () => {
  const [make = '', trigger = '', webhook = '', find = ''] = commandsIn('docs/tutorials/automate-a-release.md');
  const runs = JSON.parse((await runInShell(make, trigger)).at(-1)!);
  expect(runs).toMatchObject([{ outcome: 'created', releaseTitle: 'Night build 1' }]);
  await runInShell(names(make), webhook);
  const found = async () => JSON.parse((await runInShell(names(make), find))[0]!)[0];
  await expect.poll(async () => (await found())?.status, { interval: 100 }).toBe('COMPLETED');
  expect((await found()).phases[0].tasks[0].comments).toMatchObject([{ text: 'compiling 2.0' }]);
});

test('the commands of docs/tutorials/first-plugin.md work', async () => {
  const folder = emptyFolder();
  const port = await freePort();
  const blocks = pluginTutorial.map((block) => block.replaceAll('8099', String(port)));
  const startListener = `trap 'kill $(jobs -p)' EXIT; until curl -s http://127.0.0.1:${port}/ > /dev/null; do sleep 0.1; done`;
  const found = `slipway -d '{"title": "Announced"}' $api/releases/search`;
  const ended = `until ${found} | grep -qE '"status":"(COMPLETED|FAILED)"'; do sleep 0.2; done; ${found}`;
  const output = await runInShell(`cd ${folder}`, ...blocks.slice(0, -1), startListener, blocks.at(-1)!, ended);
  const [installed, trialResult, scheduled, , , , [release]] = output.filter(Boolean).map((line) => JSON.parse(line));
  expect([installed.warnings, installed.lacks]).toEqual([[], []]);
  expect(trialResult).toMatchObject({
    variables: { noticeId: 'N1' },
    scheduled: { script: 'notices/Announce.wait.py' },
  });
  expect(scheduled).toEqual({ script: 'notices/Announce.wait.py', seconds: 2 });
  expect(release.status).toBe('COMPLETED');
  expect(release.phases[0].tasks[0]).toMatchObject({ noticeId: 'N7', readers: 12 });
});

test('the commands of docs/reference/plugin-format.md work', async () => {
  const folder = emptyFolder();
  const types = '<type type="acme.Deploy" extends="rel.PythonScript"><property name="host"/></type>';
  const files = { 'META-INF/MANIFEST.MF': manifest, 'synthetic.xml': synthetic(types), 'acme/Deploy.py': 'pass\n' };
  writeFileSync(join(folder, 'acme.jar'), await jarOf(files));
  const [installed] = await runInShell(`cd ${folder}`, ...plugins);
  expect(JSON.parse(installed!)).toMatchObject({ types: [{ type: 'acme.Deploy' }], warnings: [] });
  const type = await createRestClient(() => server.url).get('/metadata/types/acme.Deploy');
  expect(type).toMatchObject({ type: 'acme.Deploy', extends: 'rel.PythonScript' });
});
