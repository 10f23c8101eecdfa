import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { idOf, startedOf } from '../../harness/rest/plans.ts';
import { saidOf, scripted } from '../../harness/rest/scripted.ts';
import type { Release, Task } from '../../harness/rest/shapes.ts';

const { rest, archive } = serve();

const refused = (why: string) => `The script asked for what was refused: ${why}`;
const lastOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);

test('a script may do what the user may as whom its release runs scripts, in its own release and in others', async () => {
  const other = await startedOf(rest, { Wait: ['somebody'] });
  const asBob = { scriptUsername: 'bob' };
  const inOwn = await startedOf(rest, { Ship: [scripted('releaseApi.abort(release.id)')] }, asBob);
  expect(await saidOf(rest, inOwn, 'run', 'COMPLETED')).toEqual([refused(`there is no release '${lastOf(inOwn.id)}'`)]);
  const inOther = await startedOf(rest, { Ship: [scripted(`releaseApi.abort('${other.id}')`)] }, asBob);
  expect(await saidOf(rest, inOther, 'run', 'COMPLETED')).toEqual([refused(`there is no release '${other.id}'`)]);
  expect((await rest.get<Release>(`/releases/${other.id}`)).status).toBe('IN_PROGRESS');
});

test('without such a user it touches no other release, and no shared variable', async () => {
  const other = await startedOf(rest, { Wait: ['somebody'] });
  const release = await startedOf(rest, { Ship: [scripted(`releaseApi.abort('${other.id}')`)] });
  expect(await saidOf(rest, release, 'run', 'COMPLETED')).toEqual([
    refused('without scriptUsername a script cannot abortRelease'),
  ]);
  await rest.post('/config/Configuration/variables/global', {
    key: 'global.x',
    type: 'rel.StringVariable',
    value: 'a',
  });
  const writing = await startedOf(rest, { Ship: [scripted("globalVariables['global.x'] = 'b'")] });
  expect(await saidOf(rest, writing, 'run', 'COMPLETED')).toEqual([
    refused("without scriptUsername a script cannot change 'global.x'"),
  ]);
  const asAdmin = await startedOf(
    rest,
    { Ship: [scripted("globalVariables['global.x'] = 'b'"), 'after ${global.x}'] },
    { scriptUsername: 'admin' },
  );
  expect(await saidOf(rest, asAdmin, 'run', 'COMPLETED')).toEqual([]);
  expect((await rest.get<Task>(`/tasks/${idOf(asAdmin, 'after ${global.x}')}`)).title).toBe('after b');
});

test('what a script asks of an archived release is refused after all else that it says is done', async () => {
  const old = await startedOf(rest, { Wait: ['somebody'] });
  await rest.post(`/releases/${old.id}/abort`);
  await archive(old);
  const title = 'after ${x}';
  for (const [asked, kind] of [
    [`releaseApi.abort('${old.id}')`, 'release'],
    [`templateApi.start('${old.id}', {'releaseTitle': 'Again'})`, 'template'],
  ]) {
    const ship = { Ship: [scripted(`${asked}\nreleaseVariables['x'] = '1'`), title] };
    const variables = [{ key: 'x', value: '0' }];
    const release = await startedOf(rest, ship, { variables, scriptUsername: 'admin' });
    expect(await saidOf(rest, release, 'run', 'COMPLETED')).toEqual([
      refused(`there is no ${kind} '${lastOf(old.id)}'`),
    ]);
    expect((await rest.get<Task>(`/tasks/${idOf(release, title)}`)).title).toBe('after 1');
  }
});

test('a release that a script starts is started by no task, whatever the script names', async () => {
  const { id } = await rest.post<Release>('/templates?folderId=Applications', { title: 'Started by no task' });
  const start = `templateApi.start('${id}', {'releaseTitle': 'By none', 'startedFromTaskId': 'foo'})`;
  const release = await startedOf(rest, { Ship: [scripted(start)] }, { scriptUsername: 'admin' });
  await saidOf(rest, release, 'run', 'COMPLETED');
  const found = await rest.post<readonly Release[]>('/releases/search', { title: 'By none' });
  expect(found.map((made) => [made.title, made.startedFromTaskId])).toEqual([['By none', undefined]]);
});

test('placeholders of a script are replaced unless its task says otherwise', async () => {
  const variables = [{ key: 'version', value: '1.0' }];
  const script = "print '${version}', '${nobody}'";
  const replaced = await startedOf(rest, { Ship: [scripted(script)] }, { variables });
  expect(await saidOf(rest, replaced, 'run', 'COMPLETED')).toEqual(['1.0 ${nobody}']);
  const asIs = { ignoreScriptVariableInterpolation: true };
  const kept = await startedOf(rest, { Ship: [scripted(script, asIs)] }, { variables });
  expect(await saidOf(rest, kept, 'run', 'COMPLETED')).toEqual(['${version} ${nobody}']);
});

test('a blank precondition is none, a blank failure handler neither, and scripts of other engines wait for somebody', async () => {
  const blank = { precondition: ' \n', failureHandler: '\n', taskFailureHandlerEnabled: true };
  const release = await startedOf(rest, {
    Ship: [
      { title: 'blank', ...blank },
      { title: 'groovy', type: 'rel.GroovyScriptTask', script: 'println 1' },
      { title: 'external', type: 'rel.ExternalScriptTask', url: 'http://example.com' },
    ],
  });
  const act = (verb: string, title: string) => rest.post<Task>(`/tasks/${idOf(release, title)}/${verb}`, {});
  expect((await act('fail', 'blank')).status).toBe('FAILED');
  await act('skip', 'blank');
  for (const title of ['groovy', 'external']) expect((await act('complete', title)).status).toBe('COMPLETED');
});
