import { expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { idOf, startedOf } from '../../harness/rest/plans.ts';
import { inJavaScript, saidOf, scripted } from '../../harness/rest/scripted.ts';
import type { Folder, Release, Task } from '../../harness/rest/shapes.ts';

const served = serve();
const { rest, archive, database } = served;
const people = peopleOf(served);

const refused = (why: string) => `An action of the script was refused: ${why}`;
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

test('a change of an archived release is refused after the other requested changes are done', async () => {
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

test('placeholders of a script are replaced unless its task disables this', async () => {
  const variables = [{ key: 'version', value: '1.0' }];
  const script = "print '${version}', '${nobody}'";
  const replaced = await startedOf(rest, { Ship: [scripted(script)] }, { variables });
  expect(await saidOf(rest, replaced, 'run', 'COMPLETED')).toEqual(['1.0 ${nobody}']);
  const asIs = { ignoreScriptVariableInterpolation: true };
  const kept = await startedOf(rest, { Ship: [scripted(script, asIs)] }, { variables });
  expect(await saidOf(rest, kept, 'run', 'COMPLETED')).toEqual(['${version} ${nobody}']);
});

test('a blank precondition or failure handler is ignored, and scripts of other engines wait for a user', async () => {
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

interface Unresolved {
  readonly counts: Readonly<Record<string, number>>;
  readonly items: readonly { readonly id: string; readonly kind: string; readonly field?: string }[];
}
const unresolved = () => rest.get<Unresolved>('/system/unresolved?kind=SCRIPT_WITHOUT_AUTHOR');

test('a script that runs as admin goes around an approval gate only if its author may', async () => {
  const gate = { title: 'gate', type: 'rel.GateTask', approvalRequirements: [{ team: 'QA' }] };
  const skip = `taskApi.commentTask(task.id, 'tries')
taskApi.skipTask(getTasksByTitle('gate')[0].id, 'no need')`;
  const plan = { Ship: ['hold', scripted('pass'), gate] };
  const mallory = await people.user('mallory');
  const start = async (script: string) => {
    const release = await startedOf(rest, plan, { scriptUsername: 'admin' });
    await people.team(release, ['release#view', 'release#edit_task'], { users: ['mallory'] });
    const id = idOf(release, 'run');
    const task = await rest.get<Task>(`/tasks/${id}`);
    await (script === skip ? rest : mallory).put(`/tasks/${id}`, { ...task, script: `${skip}\n` });
    return release;
  };
  const run = async (release: Release) => {
    await rest.post(`/tasks/${idOf(release, 'hold')}/complete`);
    return await saidOf(rest, release, 'run', 'COMPLETED');
  };
  const [hers, ours, old] = [await start(''), await start(skip), await start(skip)];
  expect(await run(hers)).toEqual([
    'tries',
    expect.stringMatching(/^An action of the script was refused: .*'mallory'/),
  ]);
  const log = await rest.get<readonly { message: string; username: string }[]>(`/activities/${hers.id}`);
  expect(log).toContainEqual(
    expect.objectContaining({ username: 'admin', message: "Commented on task 'run', by a script of 'mallory'" }),
  );
  expect(await run(ours)).toEqual(['tries']);
  // as a version before this one has stored it
  const text = `update live_tasks set definition = definition - 'scriptAuthors' where release_id = $1`;
  await database().query({ text }, [lastOf(old.id)]);
  await database().query({ text: 'update live_releases set version = version + 1 where id = $1' }, [lastOf(old.id)]);
  const { items, counts } = await unresolved();
  expect([items, counts]).toEqual([
    [
      expect.objectContaining({
        id: idOf(old, 'run'),
        title: 'run',
        container: expect.objectContaining({ id: old.id }),
      }),
    ],
    { SCRIPT_WITHOUT_AUTHOR: 1 },
  ]);
  expect(await run(old)).toEqual(['tries', expect.stringContaining('it has no stored author')]);
  expect((await unresolved()).items).toEqual([]);
});

test('a script changes users and roles only if its author may', async () => {
  const release = await startedOf(rest, { Ship: ['hold', scripted('pass')] }, { scriptUsername: 'admin' });
  const eve = await people.who(release, 'release#view', 'release#edit_task');
  const task = await rest.get<Task>(`/tasks/${idOf(release, 'run')}`);
  const script = inJavaScript(`rolesApi.create('Gods', { permissions: ['admin'], principals: [] });`);
  await eve.put(`/tasks/${idOf(release, 'run')}`, { ...task, script });
  await rest.post(`/tasks/${idOf(release, 'hold')}/complete`);
  expect(await saidOf(rest, release, 'run', 'COMPLETED')).toEqual([
    refused('Permission security#edit on APPLICATIONS on Applications is not granted to you.'),
  ]);
  expect(await rest.refused('GET', '/roles/Gods')).toMatch(/^404/);
});

test('a script has a password in clear text if it names it literally, for an author with the right to use it', async () => {
  const password = (key: string, value: string) => ({ key, type: 'rel.PasswordStringVariable', value });
  const outer = await rest.post<Folder>('/folders/Applications', { title: 'Outer' });
  const inner = await rest.post<Folder>(`/folders/${outer.id}`, { title: 'Inner' });
  for (const [key, value] of [
    ['global.vault', 'five-and-five'],
    ['global.other', 'none-of-yours'],
  ] as const)
    await rest.post('/config/Configuration/variables/global', password(key, value));
  await rest.post(`/folders/${outer.id}/variables`, password('folder.deep', 'eleven-more'));
  await people.cut(outer);
  const iris = await people.who(inner, 'folder#view', 'release#view', 'release#edit_task');
  const script = `print [len(each) for each in (globalVariables['global.vault'], globalVariables['global.' + 'other'],
  folderVariables['folder.deep'], releaseVariables['own'], releaseVariables['un' + 'named'])]`;
  const variables = [password('own', 'mine'), password('unnamed', 'mine')];
  const create = { folderId: inner.id };
  const [ours, hers] = [
    await startedOf(rest, { Ship: ['hold', scripted(script)] }, { variables }, create),
    await startedOf(rest, { Ship: ['hold', scripted('pass')] }, { variables }, create),
  ];
  const task = await rest.get<Task>(`/tasks/${idOf(hers, 'run')}`);
  await iris.put(`/tasks/${idOf(hers, 'run')}`, { ...task, script });
  for (const release of [ours, hers]) await rest.post(`/tasks/${idOf(release, 'hold')}/complete`);
  expect(await saidOf(rest, ours, 'run', 'COMPLETED')).toEqual(['[13, 8, 11, 4, 8]']);
  expect(await saidOf(rest, hers, 'run', 'COMPLETED')).toEqual(['[13, 8, 8, 4, 8]']);
});
