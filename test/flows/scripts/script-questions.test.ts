import { beforeAll, expect, test } from 'vitest';
import { serveInOwnProcess } from '../../harness/product/serve.ts';
import { createTemplate, idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import {
  asJavaScript,
  scriptRunnerPids,
  scriptTask,
  slowPythonScript,
  waitForComments,
} from '../../harness/rest/script-tasks.ts';
import { isLong } from '../../harness/test-length.ts';

const { rest, pid } = serveInOwnProcess({ SCRIPT_RUNNER_CHILDREN: '2' });

const asAdmin = { scriptUsername: 'admin' };
/** Returns the output of a script that ran as this user. */
const runAndRead = async (script: string, fields: object = asAdmin, state = 'COMPLETED') =>
  waitForComments(rest, await startRelease(rest, { Ship: [scriptTask(script)] }, { ...fields }), 'run', state);

let otherRelease: Release;
beforeAll(async () => {
  await createTemplate(rest, { Run: ['by hand'] }, { title: 'Nightly deploy' });
  otherRelease = await startRelease(rest, { Wait: ['until called'] }, { title: 'Other' });
});

test('non-ASCII characters are sent in calls, and an invalid string is refused', async () => {
  await createTemplate(rest, { Run: ['by hand'] }, { title: 'Größe 漢 😀 \u2028 "q"' });
  const script =
    "print(templateApi.getTemplates('größe 漢 😀 \\u2028 \"q').length, folderApi.find('Applications/none'))";
  expect(await runAndRead(asJavaScript(script), asAdmin, 'FAILED')).toEqual([
    "Error: there is no folder at 'Applications/none' (line 2)",
  ]);
  const counted = "print(templateApi.getTemplates('größe 漢 😀 \\u2028 \"q').length)";
  expect(await runAndRead(asJavaScript(counted))).toEqual(['1']);
  expect(await runAndRead(asJavaScript("getReleasesByTitle('a\\ud800')"), asAdmin, 'FAILED')).toEqual([
    'Error: the script sends a text that cannot be stored',
  ]);
  expect(await runAndRead(asJavaScript("getReleasesByTitle('a\\u0000')"), asAdmin, 'FAILED')).toEqual([
    'Error: the script sends a text that cannot be stored',
  ]);
});

test('a script that calls endlessly fails, and none of its changes is applied', async () => {
  const script =
    "releaseVariables.seen = 'x'; for (let i = 0; i < 1000; i++) releaseApi.searchReleasesByTitle('t' + i)";
  const release = await startRelease(rest, { Ship: [scriptTask(asJavaScript(script))] }, asAdmin);
  expect(await waitForComments(rest, release, 'run', 'FAILED')).toEqual([
    'Error: the script reads more than 100 different objects',
  ]);
  expect(await rest.get(`/releases/${release.id}/variables`)).toEqual([]);
});

test('all reads of a script see the same state, even if the script runs several times for them', async () => {
  const script = `first = releaseApi.getRelease('${otherRelease.id}').title
found = getReleasesByTitle('Other')
again = releaseApi.getRelease('${otherRelease.id}')
again.title = 'mine'
print first, len(found), found[0].title, releaseApi.getRelease('${otherRelease.id}').title`;
  expect(await runAndRead(script)).toEqual(['Other 1 Other Other']);
});

test.runIf(isLong)('a script whose runner is killed between its calls runs again with new responses', async () => {
  const script = `status = releaseApi.getRelease('${otherRelease.id}').status
${slowPythonScript}print status, len(templateApi.getTemplates('nightly'))`;
  const release = await startRelease(rest, { Ship: [scriptTask(script)] }, asAdmin);
  const explained = () =>
    rest.get<{ reasons: readonly { script: { attempt: number } | null }[] }>(`/tasks/${idOf(release, 'run')}/explain`);
  const attempt = async () => (await explained()).reasons[0]?.script?.attempt;
  await expect.poll(attempt, { interval: 50 }).toBe(1);
  for (const runner of scriptRunnerPids(pid())) process.kill(runner, 'SIGKILL');
  await expect.poll(attempt, { interval: 50 }).toBe(2);
  expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual(['IN_PROGRESS 1']);
});
