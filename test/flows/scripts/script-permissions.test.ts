import { expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Folder, Release, Task } from '../../harness/rest/response-types.ts';
import { asJavaScript, scriptTask, waitForComments } from '../../harness/rest/script-tasks.ts';

const product = serve();
const { rest, archive, database } = product;
const people = peopleOf(product);

const refused = (reason: string) => `An action of the script was refused: ${reason}`;
const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);

test('a script has the permissions of its run-as user, in its own release and in other releases', async () => {
  const otherRelease = await startRelease(rest, { Wait: ['somebody'] });
  const asBob = { scriptUsername: 'bob' };
  const inOwn = await startRelease(rest, { Ship: [scriptTask('releaseApi.abort(release.id)')] }, asBob);
  expect(await waitForComments(rest, inOwn, 'run', 'COMPLETED')).toEqual([
    refused(`there is no release '${lastSegmentOf(inOwn.id)}'`),
  ]);
  const inOther = await startRelease(rest, { Ship: [scriptTask(`releaseApi.abort('${otherRelease.id}')`)] }, asBob);
  expect(await waitForComments(rest, inOther, 'run', 'COMPLETED')).toEqual([
    refused(`there is no release '${otherRelease.id}'`),
  ]);
  expect((await rest.get<Release>(`/releases/${otherRelease.id}`)).status).toBe('IN_PROGRESS');
});

test('a script without a run-as user cannot change another release or a shared variable', async () => {
  const otherRelease = await startRelease(rest, { Wait: ['somebody'] });
  const release = await startRelease(rest, { Ship: [scriptTask(`releaseApi.abort('${otherRelease.id}')`)] });
  expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual([
    refused('a script cannot abortRelease without scriptUsername'),
  ]);
  await rest.post('/config/Configuration/variables/global', {
    key: 'global.x',
    type: 'rel.StringVariable',
    value: 'a',
  });
  const writing = await startRelease(rest, { Ship: [scriptTask("globalVariables['global.x'] = 'b'")] });
  expect(await waitForComments(rest, writing, 'run', 'COMPLETED')).toEqual([
    refused("a script cannot change 'global.x' without scriptUsername"),
  ]);
  const asAdmin = await startRelease(
    rest,
    { Ship: [scriptTask("globalVariables['global.x'] = 'b'"), 'after ${global.x}'] },
    { scriptUsername: 'admin' },
  );
  expect(await waitForComments(rest, asAdmin, 'run', 'COMPLETED')).toEqual([]);
  expect((await rest.get<Task>(`/tasks/${idOf(asAdmin, 'after ${global.x}')}`)).title).toBe('after b');
});

test('a change of an archived release is refused after the other changes of the script are done', async () => {
  const old = await startRelease(rest, { Wait: ['somebody'] });
  await rest.post(`/releases/${old.id}/abort`);
  await archive(old);
  const title = 'after ${x}';
  for (const [actionText, kind] of [
    [`releaseApi.abort('${old.id}')`, 'release'],
    [`templateApi.start('${old.id}', {'releaseTitle': 'Again'})`, 'template'],
  ]) {
    const ship = { Ship: [scriptTask(`${actionText}\nreleaseVariables['x'] = '1'`), title] };
    const variables = [{ key: 'x', value: '0' }];
    const release = await startRelease(rest, ship, { variables, scriptUsername: 'admin' });
    expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual([
      refused(`there is no ${kind} '${lastSegmentOf(old.id)}'`),
    ]);
    expect((await rest.get<Task>(`/tasks/${idOf(release, title)}`)).title).toBe('after 1');
  }
});

test('a release that a script starts has no starting task, even if the script sends one', async () => {
  const { id } = await rest.post<Release>('/templates?folderId=Applications', { title: 'Started by no task' });
  const start = `templateApi.start('${id}', {'releaseTitle': 'By none', 'startedFromTaskId': 'foo'})`;
  const release = await startRelease(rest, { Ship: [scriptTask(start)] }, { scriptUsername: 'admin' });
  await waitForComments(rest, release, 'run', 'COMPLETED');
  const matches = await rest.post<readonly Release[]>('/releases/search', { title: 'By none' });
  expect(matches.map((created) => [created.title, created.startedFromTaskId])).toEqual([['By none', undefined]]);
});

test('placeholders of a script are replaced unless its task disables this', async () => {
  const variables = [{ key: 'version', value: '1.0' }];
  const script = "print '${version}', '${nobody}'";
  const replaced = await startRelease(rest, { Ship: [scriptTask(script)] }, { variables });
  expect(await waitForComments(rest, replaced, 'run', 'COMPLETED')).toEqual(['1.0 ${nobody}']);
  const withoutInterpolation = { ignoreScriptVariableInterpolation: true };
  const unchangedRelease = await startRelease(
    rest,
    { Ship: [scriptTask(script, withoutInterpolation)] },
    { variables },
  );
  expect(await waitForComments(rest, unchangedRelease, 'run', 'COMPLETED')).toEqual(['${version} ${nobody}']);
});

test('a blank precondition or failure handler is ignored, and tasks with unsupported script engines wait for a user', async () => {
  const blank = { precondition: ' \n', failureHandler: '\n', taskFailureHandlerEnabled: true };
  const release = await startRelease(rest, {
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

interface UnresolvedReference {
  readonly counts: Readonly<Record<string, number>>;
  readonly items: readonly { readonly id: string; readonly kind: string; readonly field?: string }[];
}
const unresolved = () => rest.get<UnresolvedReference>('/system/unresolved?kind=SCRIPT_WITHOUT_AUTHOR');

test('a script that runs as admin can bypass an approval gate only if its author may', async () => {
  const gate = { title: 'gate', type: 'rel.GateTask', approvalRequirements: [{ team: 'QA' }] };
  const skip = `taskApi.commentTask(task.id, 'tries')
taskApi.skipTask(getTasksByTitle('gate')[0].id, 'no need')`;
  const plan = { Ship: ['hold', scriptTask('pass'), gate] };
  const mallory = await people.createUser('mallory');
  const start = async (script: string) => {
    const release = await startRelease(rest, plan, { scriptUsername: 'admin' });
    await people.createTeam(release, ['release#view', 'release#edit_task'], { users: ['mallory'] });
    const id = idOf(release, 'run');
    const task = await rest.get<Task>(`/tasks/${id}`);
    await (script === skip ? rest : mallory).put(`/tasks/${id}`, { ...task, script: `${skip}\n` });
    return release;
  };
  const run = async (release: Release) => {
    await rest.post(`/tasks/${idOf(release, 'hold')}/complete`);
    return await waitForComments(rest, release, 'run', 'COMPLETED');
  };
  const [otherUserRelease, ours, old] = [await start(''), await start(skip), await start(skip)];
  expect(await run(otherUserRelease)).toEqual([
    'tries',
    expect.stringMatching(/^An action of the script was refused: .*'mallory'/),
  ]);
  const log = await rest.get<readonly { message: string; username: string }[]>(`/activities/${otherUserRelease.id}`);
  expect(log).toContainEqual(
    expect.objectContaining({ username: 'admin', message: "Commented on task 'run', by a script of 'mallory'" }),
  );
  expect(await run(ours)).toEqual(['tries']);
  // as stored by an earlier version
  const text = `update live_tasks set definition = definition - 'scriptAuthors' where release_id = $1`;
  await database().query({ text }, [lastSegmentOf(old.id)]);
  await database().query({ text: 'update live_releases set version = version + 1 where id = $1' }, [
    lastSegmentOf(old.id),
  ]);
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

test('a script can change users and roles only if its author may', async () => {
  const release = await startRelease(rest, { Ship: ['hold', scriptTask('pass')] }, { scriptUsername: 'admin' });
  const eve = await people.createUserWith(release, 'release#view', 'release#edit_task');
  const task = await rest.get<Task>(`/tasks/${idOf(release, 'run')}`);
  const script = asJavaScript(`rolesApi.create('Gods', { permissions: ['admin'], principals: [] });`);
  await eve.put(`/tasks/${idOf(release, 'run')}`, { ...task, script });
  await rest.post(`/tasks/${idOf(release, 'hold')}/complete`);
  expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual([
    refused('Permission security#edit on APPLICATIONS on Applications is not granted to you.'),
  ]);
  expect(await rest.sendForError('GET', '/roles/Gods')).toMatch(/^404/);
});

test('a script gets a password in clear text if it contains its literal name, and its author has the permission to use it', async () => {
  const password = (key: string, value: string) => ({ key, type: 'rel.PasswordStringVariable', value });
  const outer = await rest.post<Folder>('/folders/Applications', { title: 'Outer' });
  const inner = await rest.post<Folder>(`/folders/${outer.id}`, { title: 'Inner' });
  for (const [key, value] of [
    ['global.vault', 'five-and-five'],
    ['global.other', 'none-of-yours'],
  ] as const)
    await rest.post('/config/Configuration/variables/global', password(key, value));
  await rest.post(`/folders/${outer.id}/variables`, password('folder.deep', 'eleven-more'));
  await people.stopInheritance(outer);
  const iris = await people.createUserWith(inner, 'folder#view', 'release#view', 'release#edit_task');
  const script = `print [len(each) for each in (globalVariables['global.vault'], globalVariables['global.' + 'other'],
  folderVariables['folder.deep'], releaseVariables['own'], releaseVariables['un' + 'named'])]`;
  const variables = [password('own', 'mine'), password('unnamed', 'mine')];
  const create = { folderId: inner.id };
  const [ours, otherUserRelease] = [
    await startRelease(rest, { Ship: ['hold', scriptTask(script)] }, { variables }, create),
    await startRelease(rest, { Ship: ['hold', scriptTask('pass')] }, { variables }, create),
  ];
  const task = await rest.get<Task>(`/tasks/${idOf(otherUserRelease, 'run')}`);
  await iris.put(`/tasks/${idOf(otherUserRelease, 'run')}`, { ...task, script });
  for (const release of [ours, otherUserRelease]) await rest.post(`/tasks/${idOf(release, 'hold')}/complete`);
  expect(await waitForComments(rest, ours, 'run', 'COMPLETED')).toEqual(['[13, 8, 11, 4, 8]']);
  expect(await waitForComments(rest, otherUserRelease, 'run', 'COMPLETED')).toEqual(['[13, 8, 8, 4, 8]']);
});
