import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import {
  createActionRunner,
  createRelease,
  createTemplate,
  fetchFormattedRelease,
  gate,
  idOf,
  parallel,
  sequential,
  startRelease,
} from '../../harness/rest/plans.ts';
import type { Release, Task, Variable } from '../../harness/rest/response-types.ts';

// Rules of states.md and compatibility.md that rest-api.md does not contain, tested over REST
const product = serve();
const { rest, archive } = product;
const people = peopleOf(product);
const act = createActionRunner(rest);
const eventually = (release: Release) => expect.poll(() => fetchFormattedRelease(rest, release), { interval: 5 });

describe('failure', () => {
  const handled = (taskRecoverOp: string) => ({ title: 'work', taskFailureHandlerEnabled: true, taskRecoverOp });
  test.each<[string, string, string]>([
    ['SKIP_TASK skips the task', 'SKIP_TASK', 'IN_PROGRESS Build>: work- next>'],
    ['RESTART_PHASE restarts the phase', 'RESTART_PHASE', 'IN_PROGRESS Build-: work- next- | Build (2)>: work> next.'],
    ['RUN_SCRIPT without a script changes nothing', 'RUN_SCRIPT', 'FAILED Build!: work! next.'],
  ])('a handler: %s', async (_, operation, expected) => {
    const release = await startRelease(rest, { Build: [handled(operation), 'next'] });
    await act(release, 'fail', 'work');
    expect(await fetchFormattedRelease(rest, release)).toBe(expected);
  });

  test('abortOnFailure aborts the release when a task fails', async () => {
    const release = await startRelease(rest, { Build: ['work', 'next'] }, { abortOnFailure: true });
    expect(await act(release, 'fail', 'work')).toMatchObject({ status: 'ABORTED', failuresCount: 1 });
    expect(await fetchFormattedRelease(rest, release)).toBe('ABORTED Build#: work# next#');
  });

  test('failures and flags determine the risk of a release', async () => {
    const release = await startRelease(rest, { Build: [{ title: 'work', flagStatus: 'AT_RISK' }] });
    await act(release, 'fail', 'work');
    expect(await rest.get(`/releases/${release.id}`)).toMatchObject({
      realFlagStatus: 'AT_RISK',
      riskScore: '090',
      totalRiskScore: '0205',
    });
  });
});

describe('groups', () => {
  test('links order the tasks of a parallel group', async () => {
    const links = [{ source: 'TaskSource', target: 'TaskTarget' }];
    const tasks = [{ id: 'TaskSource', title: 'source' }, { id: 'TaskTarget', title: 'target' }, { title: 'free' }];
    const release = await startRelease(rest, { Build: [{ ...parallel('all'), tasks, links }] });
    expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS Build>: all>[source> target. free>]');
    await act(release, 'complete', 'source');
    expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS Build>: all>[source+ target> free>]');
  });

  test('skipping a group skips its open tasks', async () => {
    const release = await startRelease(rest, { Build: [parallel('all', 'one', sequential('row', 'two', 'three'))] });
    await act(release, 'complete', 'one');
    await act(release, 'skip', 'all');
    expect(await fetchFormattedRelease(rest, release)).toBe('COMPLETED Build+: all-[one+ row-(two- three-)]');
  });

  test.each(['complete', 'fail', 'retry'])('%s of a group is refused', async (verb) => {
    const release = await startRelease(rest, { Build: [parallel('all', 'one')] });
    expect(await rest.sendForError('POST', `/tasks/${idOf(release, 'all')}/${verb}`, {})).toMatch(/^409 cannot /);
  });

  test('a restart can start inside a sequential group, not inside a parallel group', async () => {
    const release = await startRelease(rest, { Build: [sequential('row', 'one', 'two'), parallel('all', 'three')] });
    const from = (title: string) =>
      `/releases/${release.id}/restart?resume=true&fromPhaseId=${idOf(release, 'Build')}&fromTaskId=${idOf(release, title)}`;
    expect(await rest.sendForError('POST', from('three'))).toMatch(/^409 .*parallel group$/);
    await rest.post(from('two'));
    expect(await fetchFormattedRelease(rest, release)).toBe(
      'IN_PROGRESS Build-: row-(one- two-) all-[three-] | Build (2)>: row>(one- two>) all.[three.]',
    );
  });
});

describe('gates', () => {
  const waiting = async (target: string) =>
    startRelease(rest, {
      Build: [{ title: 'gate', type: 'rel.GateTask', dependencies: [{ targetId: target }] }, 'next'],
    });

  test.each(['release', 'phase', 'task'])('open automatically when the %s they wait for is completed', async (kind) => {
    const otherRelease = await startRelease(rest, { Build: ['work'] });
    const target = { release: otherRelease.id, phase: idOf(otherRelease, 'Build'), task: idOf(otherRelease, 'work') }[
      kind
    ]!;
    const release = await waiting(target);
    expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS Build>: gate> next.');
    await act(otherRelease, 'complete', 'work');
    await eventually(release).toBe('IN_PROGRESS Build>: gate+ next>');
  });

  test.each(['abort', 'delete'])('fail when their target ends by %s', async (how) => {
    const otherRelease = await createRelease(rest, { Build: ['work'] });
    const release = await waiting(otherRelease.id);
    if (how === 'abort') await rest.post(`/releases/${otherRelease.id}/abort`, {});
    else await rest.sendForNoContent('DELETE', `/releases/${otherRelease.id}`);
    await eventually(release).toBe('FAILED Build!: gate! next.');
  });

  test('follow a restart of their target', async () => {
    const otherRelease = await startRelease(rest, { Build: ['work'] });
    const release = await waiting(idOf(otherRelease, 'work'));
    await rest.post(`/releases/${otherRelease.id}/restart?resume=true&fromPhaseId=${idOf(otherRelease, 'Build')}`);
    const restarted = await rest.get<Release>(`/releases/${otherRelease.id}`);
    const copy = restarted.phases[1]!.tasks[0]!;
    await expect
      .poll(async () => (await rest.get<Task>(`/tasks/${idOf(release, 'gate')}`)).dependencies?.[0]?.targetId, {
        interval: 5,
      })
      .toBe(copy.id);
    await rest.post(`/tasks/${copy.id}/complete`, {});
    await eventually(release).toBe('IN_PROGRESS Build>: gate+ next>');
  });

  test('with conditions wait for a user', async () => {
    const release = await startRelease(rest, { Build: [gate('gate', 'yes')] });
    const { conditions } = await rest.get<Task>(`/tasks/${idOf(release, 'gate')}`);
    await rest.post(`/tasks/${conditions![0]!.id}`, { checked: true });
    expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS Build>: gate>');
    await act(release, 'complete', 'gate');
    expect(await fetchFormattedRelease(rest, release)).toBe('COMPLETED Build+: gate+');
  });
});

describe('variables', () => {
  test('are resolved when a task starts, and do not change after that', async () => {
    const release = await startRelease(
      rest,
      { Build: ['a ${v}', 'b ${v}'] },
      { variables: [{ key: 'v', value: '1' }] },
    );
    await rest.put<Variable>(`/releases/${release.variables[0]!.id}`, { value: '2' });
    expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS Build>: a 1> b ${v}.');
    await act(release, 'complete', 'a 1');
    expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS Build>: a 1+ b 2>');
  });

  test('without a required value block a task until they have one', async () => {
    const release = await startRelease(rest, { Build: ['first', 'needs ${v}'] });
    const variable = await rest.post<Variable>(`/releases/${release.id}/variables`, { key: 'v' });
    await act(release, 'complete', 'first');
    expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS Build>: first+ needs ${v}?');
    await rest.put(`/releases/${variable.id}`, { value: 'it' });
    expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS Build>: first+ needs it>');
  });

  test('replace a field at the start by variableMapping', async () => {
    const task = { title: 'work', owner: 'nobody', variableMapping: { owner: '${who}' } };
    const release = await startRelease(rest, { Build: [task] }, { variables: [{ key: 'who', value: 'amy' }] });
    expect(release.phases[0]!.tasks[0]).toMatchObject({ owner: 'amy' });
  });
});

describe('create-release tasks', () => {
  test('fill the variables of the releases they create, tag them, and return their ids', async () => {
    const child = await createTemplate(rest, { Smoke: ['smoke ${v}'] }, { variables: [{ key: 'v' }] });
    const task = {
      title: 'child',
      type: 'rel.CreateReleaseTask',
      templateId: child.id,
      newReleaseTitle: 'Child of ${x}',
      releaseTags: ['made'],
      templateVariables: [{ key: 'v', value: '${x}' }],
      createdReleaseId: '${made}',
    };
    const variables = [
      { key: 'x', value: 'X' },
      { key: 'made', requiresValue: false },
    ];
    const { id } = await startRelease(rest, { Build: [task, 'next'] }, { variables, scriptUsername: 'admin' });
    const [created] = await rest.get<Release[]>('/releases/byTitle?releaseTitle=Child%20of%20X');
    expect(created).toMatchObject({ status: 'IN_PROGRESS', tags: ['made'], originTemplateId: child.id });
    expect(await fetchFormattedRelease(rest, created!)).toBe('IN_PROGRESS Smoke>: smoke X>');
    const values = await rest.get<Record<string, string>>(`/releases/${id}/variableValues`);
    // lists show only the computed risk
    expect(await rest.get<Release>(`/releases/${values['${made}']}`)).toEqual({
      ...created,
      extensions: expect.anything(),
    });
  });

  test('fail with the reason if the template does not exist', async () => {
    const task = { title: 'child', type: 'rel.CreateReleaseTask', templateId: 'Release404', newReleaseTitle: 'No' };
    const release = await startRelease(rest, { Build: [task] }, { scriptUsername: 'admin' });
    expect(release.phases[0]!.tasks[0]).toMatchObject({
      status: 'FAILED',
      comments: [{ text: "There is no template 'Release404'." }],
    });
  });
});

describe('a lock', () => {
  test.each([
    ['PUT', '', { title: 'new' }],
    ['DELETE', '', undefined],
    ['POST', '/skip', {}],
  ] as const)('refuses %s %s', async (method, path, body) => {
    const release = await startRelease(rest, { Build: ['first', 'locked'] });
    const at = `/tasks/${idOf(release, 'locked')}`;
    await rest.sendForNoContent('PUT', `${at}/lock`);
    const editor = await people.createUserWith(release, 'release#view', 'release#edit', 'release#edit_task');
    expect(await editor.sendForError(method, `${at}${path}`, body)).toMatch(/^409 .*locked/);
    await rest.sendForNoContent('DELETE', `${at}/lock`);
    expect((await rest.send(method, `${at}${path}`, body)).status).toBe(method === 'DELETE' ? 204 : 200);
  });

  test('allows comments, complete, fail and retry', async () => {
    const release = await startRelease(rest, { Build: [{ title: 'work', locked: true }] });
    for (const verb of ['comment', 'fail', 'retry', 'complete']) await act(release, verb, 'work');
    expect(await fetchFormattedRelease(rest, release)).toBe('COMPLETED Build+: work+');
  });
});

describe('an ended release', () => {
  test.each([
    ['PUT', (release: Release) => `/releases/${release.id}`, { title: 'new' }],
    ['PUT', (release: Release) => `/phases/${idOf(release, 'Build')}`, { title: 'new' }],
    ['PUT', (release: Release) => `/tasks/${idOf(release, 'work')}`, { title: 'new' }],
    ['POST', (release: Release) => `/phases/${release.id}/phase`, { title: 'new' }],
    ['POST', (release: Release) => `/tasks/${idOf(release, 'Build')}/tasks`, { title: 'new' }],
    ['POST', (release: Release) => `/tasks/${idOf(release, 'work')}/assign/admin`, undefined],
    ['POST', (release: Release) => `/releases/${release.id}/variables`, { key: 'new', value: 'x' }],
    ['DELETE', (release: Release) => `/phases/${idOf(release, 'Build')}`, undefined],
  ] as const)('refuses %s %s', async (method, path, body) => {
    const release = await startRelease(rest, { Build: ['work'] });
    await act(release, 'complete', 'work');
    const before = await rest.get(`/releases/${release.id}`);
    expect(await rest.sendForError(method, path(release), body)).toMatch(/^409 cannot .*COMPLETED/);
    expect(await rest.get(`/releases/${release.id}`)).toEqual(before);
  });

  test('can be deleted only if it is not active and not archived', async () => {
    const release = await startRelease(rest, { Build: ['work'] });
    expect(await rest.sendForError('DELETE', `/releases/${release.id}`)).toMatch(
      /^409 cannot delete .*abort it first$/,
    );
    await act(release, 'complete', 'work');
    await archive(release);
    expect(await rest.sendForError('DELETE', `/releases/${release.id}`)).toMatch(/^(404|409) /);
    expect(await rest.sendForError('POST', `/tasks/${idOf(release, 'work')}/comment`, { comment: 'x' })).toMatch(
      /^(404|409) /,
    );
    expect(await rest.get(`/releases/archived/${release.id}`)).toMatchObject({ status: 'COMPLETED' });
  });
});
