import { questionKey, type ScriptQuestion, type ScriptReply, type ScriptRequest } from '@slipway/script-protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestRunner, type TestRunner } from './testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner();
});
afterAll(() => running.stop());

type Reads = Readonly<Record<string, ScriptReply>>;
type Language = ScriptRequest['language'];

const path = 'Applications/Folder1/Release1';
const task = (id: string, title: string, status: string) => ({ id, type: 'rel.Task', title, status, tasks: [] });
const snapshot = {
  release: {
    id: path,
    type: 'rel.Release',
    title: 'Weekly',
    phases: [{ id: `${path}/Phase1`, title: 'Build', tasks: [task(`${path}/Phase1/Task1`, 'compile', 'IN_PROGRESS')] }],
  },
  phaseId: null,
  taskId: null,
  folder: { id: 'Applications/Folder1', title: 'Payments' },
  releaseVariables: [{ id: `${path}/Variable1`, key: 'a', type: 'StringVariable', requiresValue: false, value: 'x' }],
  globalVariables: [],
  folderVariables: [],
};
const otherRelease = {
  id: 'Applications/Release2',
  title: 'Nightly',
  status: 'IN_PROGRESS',
  phases: [
    {
      id: 'Applications/Release2/Phase2',
      title: 'Ship',
      tasks: [task('Applications/Release2/Phase2/Task2', 'deploy', 'IN_PROGRESS'), task('Task3', 'check', 'PLANNED')],
    },
  ],
  variables: [{ id: 'Applications/Release2/Variable2', key: 'env', value: 'prod' }],
};
const server = { id: 'Configuration/Custom/Configuration1', type: 'acme.Server', title: 'live', url: 'https://x' };

const runScript = (language: Language, script: string, reads: Reads = {}) =>
  running.run({ language, purpose: 'task', owner: 'Release1', script, snapshot: { ...snapshot, reads } });
const repliesTo = (...replies: readonly (readonly [ScriptQuestion, unknown])[]): Reads =>
  Object.fromEntries(replies.map(([question, value]) => [questionKey(question), { value } as ScriptReply]));
const part = { page: 0, resultsPerPage: 100 };
const release2: ScriptQuestion = { asks: 'release', id: 'Release2' };
const templates = (filter: object): ScriptQuestion =>
  ({ asks: 'templates', title: null, tags: [], folderId: null, ...part, ...filter }) as ScriptQuestion;
const configurations = (filter: object): ScriptQuestion =>
  ({ asks: 'configurations', type: null, title: null, folderId: null, folderOnly: false, ...filter }) as ScriptQuestion;

/** An expression of both languages, its request, the reply, and its value. Null: no request. */
const calls: readonly (readonly [script: string, asks: ScriptQuestion | null, value: unknown, result: unknown])[] = [
  ['releaseApi.getRelease("Release2").title', release2, otherRelease, 'Nightly'],
  [`releaseApi.getRelease("${path}").title`, null, null, 'Weekly'],
  ['releaseApi.getRelease(release).title', null, null, 'Weekly'],
  [
    'releaseApi.getArchivedRelease("Release9").title',
    { asks: 'archivedRelease', id: 'Release9' },
    otherRelease,
    'Nightly',
  ],
  ['releaseApi.getVariables("Release2")[0].key', release2, otherRelease, 'env'],
  ['releaseApi.getVariables(release.id)[0].key', null, null, 'a'],
  ['releaseApi.getVariable("Variable1").value', null, null, 'x'],
  ['releaseApi.getVariable("Variable7").value', { asks: 'variable', id: 'Variable7' }, { value: 'y' }, 'y'],
  ['releaseApi.getActiveTasks("Release2")[0].title', release2, otherRelease, 'deploy'],
  ['releaseApi.getActiveTasks(release.id)[0].title', null, null, 'compile'],
  [
    'releaseApi.searchReleasesByTitle("N")[0].id',
    { asks: 'releasesByTitle', title: 'N' },
    [otherRelease],
    otherRelease.id,
  ],
  [
    'getReleasesByTitle("Weekly")[0].phases[0].title',
    { asks: 'releasesByTitle', title: 'Weekly' },
    [{ id: path }],
    'Build',
  ],
  [
    'releaseApi.searchReleases({"tags": ["a"]}, 1, 5)[0].id',
    { asks: 'releases', filter: { tags: ['a'] }, page: 1, resultsPerPage: 5 },
    [otherRelease],
    otherRelease.id,
  ],
  ['releaseApi.getReleases(0, 7)', { asks: 'releases', filter: {}, page: 0, resultsPerPage: 7 }, [], []],
  ['getTasksByTitle("deploy", "Ship", "Release2")[0].status', release2, otherRelease, 'IN_PROGRESS'],
  ['taskApi.searchTasksByTitle("compile", "Build", release.id)[0].status', null, null, 'IN_PROGRESS'],
  ['getPhasesByTitle("Ship", "Release2")[0].id', release2, otherRelease, 'Applications/Release2/Phase2'],
  ['phaseApi.searchPhasesByTitle("None", "Release2")', release2, otherRelease, []],
  ['phaseApi.getPhase("Phase7").title', { asks: 'phase', id: 'Phase7' }, { title: 'p' }, 'p'],
  ['taskApi.getTask("Task1").title', null, null, 'compile'],
  ['taskApi.getTask("Task7").title', { asks: 'task', id: 'Task7' }, { title: 't' }, 't'],
  ['templateApi.getTemplate("Release3").title', { asks: 'template', id: 'Release3' }, { title: 'T' }, 'T'],
  ['templateApi.getTemplates("dep")[0].id', templates({ title: 'dep' }), [{ id: 'Release3' }], 'Release3'],
  [
    'templateApi.getTemplates("dep", ["a"], 2, 10, 1)',
    templates({ title: 'dep', tags: ['a'], page: 2, resultsPerPage: 10 }),
    [],
    [],
  ],
  ['templateApi.getVariables("Release3")', { asks: 'template', id: 'Release3' }, { variables: [1] }, [1]],
  ['folderApi.getFolder("Folder2").title', { asks: 'folder', id: 'Folder2' }, { title: 'F' }, 'F'],
  ['folderApi.find("Payments/Cards").id', { asks: 'folderAt', path: 'Payments/Cards' }, { id: 'Folder3' }, 'Folder3'],
  ['folderApi.listRoot(0, 5)', { asks: 'folders', folderId: null, page: 0, resultsPerPage: 5 }, [], []],
  ['folderApi.list("Folder2")', { asks: 'folders', folderId: 'Folder2', ...part }, [], []],
  ['folderApi.getTemplates("Folder2")', templates({ folderId: 'Folder2' }), [], []],
  ['folderApi.listVariables("Folder2")', { asks: 'folderVariables', folderId: 'Folder2', folderOnly: false }, [], []],
  [
    'configurationApi.getConfiguration("Configuration1").url',
    { asks: 'configuration', id: 'Configuration1' },
    server,
    'https://x',
  ],
  [
    'configurationApi.searchByTypeAndTitle("acme.Server", "live")[0].url',
    configurations({ type: 'acme.Server', title: 'live' }),
    [server],
    'https://x',
  ],
  [
    'configurationApi.searchByTypeAndTitle("acme.Server", "live", "Folder2")',
    configurations({ type: 'acme.Server', title: 'live', folderId: 'Folder2' }),
    [],
    [],
  ],
  ['configurationApi.getGlobalVariables()[0].key', { asks: 'globalVariables' }, [{ key: 'global.a' }], 'global.a'],
];

describe.each<Language>(['python', 'javascript'])('a script in %s', (language) => {
  test.each(calls)('reads %s', async (script, asks, value, result) => {
    if (asks !== null) {
      const firstRun = await runScript(language, script);
      expect({ ...firstRun, durationMs: 0 }).toEqual({
        error: { type: 'Asking', message: 'the script requests unavailable data', line: null },
        result: null,
        variables: {},
        actions: [],
        output: '',
        asks,
        durationMs: 0,
      });
    }
    const lastRun = await runScript(language, `result = ${script}`, asks === null ? {} : repliesTo([asks, value]));
    expect([lastRun.asks, lastRun.error, lastRun.result]).toEqual([undefined, null, result]);
  });

  test('requests no data that it has already received', async () => {
    const reads = repliesTo(
      [{ asks: 'releasesByTitle', title: 'Nightly' }, [otherRelease]],
      [templates({}), [{ id: 'Release3', title: 'T' }]],
    );
    const script =
      'result = [releaseApi.getRelease("Release2").title, taskApi.getTask("Task2").title, phaseApi.getPhase("Phase2").title, releaseApi.getVariable("Variable2").value, templateApi.getTemplate("Release3").title]';
    const answer = await runScript(language, script, reads);
    expect([answer.asks, answer.result]).toEqual([undefined, ['Nightly', 'deploy', 'Ship', 'prod', 'T']]);
  });
});

const refusal = { refused: { type: 'NotFoundException', message: "there is no release 'Release2'" } };

test.each<[Language, string, string, string]>([
  [
    'python',
    'NotFoundException',
    'releaseApi.getRelease("Release2")',
    "result = 'none'\ntry:\n    releaseApi.getRelease('Release2')\nexcept Exception as e:\n    result = str(e)",
  ],
  [
    'javascript',
    'Error',
    'releaseApi.getRelease("Release2")',
    "try { releaseApi.getRelease('Release2') } catch (e) { result = e.message }",
  ],
])('in %s, a refusal is an exception that the script can catch', async (language, type, bare, caught) => {
  const reads = { [questionKey(release2)]: refusal };
  expect((await runScript(language, bare, reads)).error).toEqual({
    type,
    message: "there is no release 'Release2'",
    line: 1,
  });
  expect((await runScript(language, caught, reads)).result).toBe("there is no release 'Release2'");
});

const swallowing: readonly (readonly [Language, string])[] = [
  [
    'python',
    "try:\n    releaseApi.getRelease('Release2')\nexcept:\n    pass\nfinally:\n    result = 1\n    print 'on'",
  ],
  [
    'python',
    "while True:\n    try:\n        releaseApi.getRelease('Release2')\n    except BaseException:\n        continue",
  ],
  ['python', "releaseVariables['a'] = 'y'\n[r for r in getReleasesByTitle('x')]"],
  ['javascript', "for (;;) { try { releaseApi.getRelease('Release2') } catch { continue } finally { continue } }"],
  [
    'javascript',
    "releaseVariables.a = 'y'; try { releaseApi.getRelease('Release2') } finally { result = 1; print('on') }",
  ],
];

test.each(swallowing)('in %s, no script continues after a request: %s', async (language, script) => {
  const answer = await runScript(language, script);
  expect([answer.error?.type, answer.output, answer.actions, answer.result]).toEqual(['Asking', '', [], null]);
});

const longTitle = '"a".repeat(3000)';

test.each<[Language, string, string]>([
  ['javascript', `getReleasesByTitle(${longTitle})`, 'the script requests an unknown effect'],
  ['python', 'getReleasesByTitle("a" * 100000)', 'the script requests an unknown effect'],
  ['javascript', 'releaseApi.getReleases(-1)', 'the script requests an unknown effect'],
  [
    'javascript',
    `Object.prototype.toJSON = () => ({ missing: 'a/b.py' }); releaseApi.getRelease('Release2')`,
    'the script requests an unknown effect',
  ],
])('in %s, %s is not a valid request', async (language, script, message) => {
  expect((await runScript(language, script)).error?.message).toBe(message);
});

test.each<[Language, string]>([
  ['python', 'releaseApi.getRelease("Release2")'],
  ['javascript', 'releaseApi.getRelease("Release2")'],
])('in %s, a script without access to other data gets an error: %s', async (language, script) => {
  const answer = await running.run({ language, purpose: 'task', owner: 'Release1', script, snapshot });
  expect([answer.asks, answer.error?.message]).toEqual([undefined, 'this script can read only its own release']);
});

test('a script cannot find the request function, and replies for one run are not visible in the next', async () => {
  const inspect = 'result = [typeof __ask, typeof __questions, Reflect.ownKeys(globalThis).includes("__ask")]';
  expect((await runScript('javascript', inspect)).result).toEqual(['undefined', 'undefined', false]);
  await runScript('python', 'result = releaseApi.getRelease("Release2").title', repliesTo([release2, otherRelease]));
  expect((await runScript('python', 'result = releaseApi.getRelease("Release2").title')).asks).toEqual(release2);
});

test('the data of a script passes through no setter that the script has defined', async () => {
  const script = `const seen = [];
Object.defineProperty(Array.prototype, 0, { set(value) { seen.push(typeof value); }, get: () => 'forged' });
Object.prototype.get = () => 'forged';
taskApi.commentTask('Task1', 'one'); taskApi.commentTask('Task1', 'two');
result = seen.join() + taskApi.searchTasksByTitle('compile')[0].title;`;
  const answer = await runScript('javascript', script);
  expect([answer.error, answer.result, answer.actions]).toEqual([
    null,
    'compile',
    ['one', 'two'].map((comment) => ({ does: 'commentTask', taskId: 'Task1', comment })),
  ]);
});

test('the remaining time in a request limits its run', async () => {
  const request = { language: 'javascript', purpose: 'task', script: 'for (;;);', snapshot, timeMs: 50 } as const;
  const error = { type: 'Timeout', message: 'the script took longer than 50 ms', line: null };
  expect((await running.run(request)).error).toEqual(error);
});
