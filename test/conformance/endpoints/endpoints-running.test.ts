import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import {
  createActionRunner,
  createRelease,
  createTemplate,
  fetchFormattedRelease,
  formatRelease,
  gate,
  idOf,
  parallel,
  startRelease,
} from '../../harness/rest/plans.ts';
import type { Phase, Release, Task } from '../../harness/rest/response-types.ts';
import { aDate, idBelow } from '../matchers.ts';

// rest-api.md, section Endpoints: running releases, their tasks and phases
const { rest } = serve();
const act = createActionRunner(rest);
const plan = { Build: ['compile', 'test'], Ship: ['deploy'] };

describe('Start release', () => {
  test('starts a planned release without a body, and returns it', async () => {
    const { id } = await createRelease(rest, plan);
    const started = await rest.post<Release>(`/releases/${id}/start`);
    expect(started.status).toBe('IN_PROGRESS');
    expect(await rest.get(`/releases/${id}`)).toEqual(started);
  });
});

describe('Restart from a phase', () => {
  /** Returns a release with a second QA phase after a restart, in its last phase. */
  async function createRestarted(): Promise<Release> {
    const release = await startRelease(rest, { Build: ['build'], QA: ['try', 'check'], Ship: ['deploy'] });
    await act(release, 'complete', 'build');
    const secondRestart = await restart(release, `fromPhaseId=${idOf(release, 'QA')}&resume=true`);
    await rest.post(`/tasks/${secondRestart.phases[2]?.tasks[0]?.id}/complete`, {});
    await rest.post(`/tasks/${secondRestart.phases[2]?.tasks[1]?.id}/complete`, {});
    return rest.get(`/releases/${release.id}`);
  }
  const restart = (release: Release, query: string): Promise<Release> =>
    rest.post(`/releases/${release.id}/restart?${query}`);
  const before = 'Build+: build+ | QA-: try- check- | QA (2)+: try+ check+ | Ship-: deploy-';

  test('query fromPhaseId', async () => {
    const release = await startRelease(rest, plan);
    const restarted = await restart(release, `fromPhaseId=${idOf(release, 'Build')}&resume=true`);
    expect(formatRelease(restarted)).toBe(
      'IN_PROGRESS Build-: compile- test- | Build (2)>: compile> test. | Ship.: deploy.',
    );
    expect(await rest.get(`/releases/${release.id}`)).toEqual(restarted);
  });

  test('query fromTaskId: the tasks before it are skipped', async () => {
    const release = await startRelease(rest, plan);
    const query = `fromPhaseId=${idOf(release, 'Build')}&fromTaskId=${idOf(release, 'test')}&resume=true`;
    expect(formatRelease(await restart(release, query))).toBe(
      'IN_PROGRESS Build-: compile- test- | Build (2)>: compile- test> | Ship.: deploy.',
    );
  });

  test.each([
    ['LATEST: the newest copy', 'LATEST', 'QA (3)>: try> check. | Ship (2).: deploy.'],
    ['absent, which means LATEST', '', 'QA (3)>: try> check. | Ship (2).: deploy.'],
    ['ORIGINAL: the version before any restart', 'ORIGINAL', 'QA (3)>: try> check. | Ship (2).: deploy.'],
    ['ALL: every version', 'ALL', 'QA (3)>: try> check. | QA (4).: try. check. | Ship (2).: deploy.'],
  ])('query phaseVersion %s', async (_, version, copies) => {
    const release = await createRestarted();
    const query = `fromPhaseId=${idOf(release, 'QA')}&resume=true${version && `&phaseVersion=${version}`}`;
    const restarted = await restart(release, query);
    expect(formatRelease(restarted)).toBe(`IN_PROGRESS ${before} | ${copies}`);
    const origin = version === 'ORIGINAL' || version === 'ALL' ? release.phases[1] : release.phases[2];
    expect(restarted.phases[4]).toMatchObject({ title: 'QA (3)', originId: origin?.id });
  });

  test.each([
    ['true: it continues at once', 'true', 'IN_PROGRESS', '>', 1],
    ['false: it is PAUSED', 'false', 'PAUSED', '.', 0],
    ['absent, which means false', '', 'PAUSED', '.', 0],
  ])('query resume %s', async (_, resume, status, mark, count) => {
    const release = await startRelease(rest, plan);
    const restarted = await restart(release, `fromPhaseId=${idOf(release, 'Build')}${resume && `&resume=${resume}`}`);
    expect(formatRelease(restarted)).toBe(
      `${status} Build-: compile- test- | Build (2)${mark}: compile${mark} test. | Ship.: deploy.`,
    );
    expect(restarted.automatedResumeCount).toBe(count);
  });

  test.each([
    ['without fromPhaseId', '', '400 fromPhaseId: expected the id of a phase'],
    [
      'with an unknown phaseVersion',
      'fromPhaseId=Phase1&phaseVersion=NEW',
      '400 phaseVersion: expected one of LATEST, ORIGINAL, ALL',
    ],
    ['with an unknown phase', 'fromPhaseId=Phase404', /^404 .*Phase404/],
  ])('is refused %s', async (_, query, refusal) => {
    const release = await startRelease(rest, plan);
    const refused = await rest.sendForError('POST', `/releases/${release.id}/restart?${query}`);
    expect(refused).toEqual(typeof refusal === 'string' ? refusal : expect.stringMatching(refusal));
  });

  test('a paused release is resumed by POST …/resume (rest-operations.md)', async () => {
    const release = await startRelease(rest, plan);
    await restart(release, `fromPhaseId=${idOf(release, 'Build')}`);
    const resumed = await rest.post<Release>(`/releases/${release.id}/resume`);
    expect(formatRelease(resumed)).toBe(
      'IN_PROGRESS Build-: compile- test- | Build (2)>: compile> test. | Ship.: deploy.',
    );
    expect(resumed.automatedResumeCount).toBe(0);
  });
});

describe('Get active tasks', () => {
  const activeIn = async (release: Release, query = '') =>
    (await rest.get<Task[]>(`/releases/${release.id}/active-tasks${query}`)).map(
      ({ title, status }) => `${title} ${status}`,
    );

  test.each<[string, (release: Release) => Promise<unknown>, readonly string[]]>([
    ['those in progress, groups included', async () => {}, ['all IN_PROGRESS', 'one IN_PROGRESS', 'two IN_PROGRESS']],
    ['not a failed one', (release) => act(release, 'fail', 'one'), ['two IN_PROGRESS']],
    [
      'none when nothing is in progress',
      (release) => act(release, 'skip', 'all').then(() => act(release, 'fail', 'last')),
      [],
    ],
  ])('%s', async (_, reachState, expected) => {
    const release = await startRelease(rest, { Build: [parallel('all', 'one', 'two'), 'last'] });
    await reachState(release);
    expect(await activeIn(release)).toEqual(expected);
  });

  test('include=all adds waiting and failed tasks (compatibility.md)', async () => {
    const release = await startRelease(rest, { Build: [parallel('all', 'one', 'two')] });
    await act(release, 'fail', 'one');
    expect(await activeIn(release, '?include=all')).toEqual(['all FAILING', 'one FAILED', 'two IN_PROGRESS']);
  });

  test('returns complete tasks', async () => {
    const release = await startRelease(rest, plan);
    const [task] = await rest.get<Task[]>(`/releases/${release.id}/active-tasks`);
    expect(task).toEqual(await rest.get(`/tasks/${idOf(release, 'compile')}`));
  });
});

describe('Assign task', () => {
  test('sets the owner, without a body', async () => {
    const release = await startRelease(rest, plan);
    const task = await rest.post<Task>(`/tasks/${idOf(release, 'compile')}/assign/admin`);
    expect(task).toMatchObject({ owner: 'admin', status: 'IN_PROGRESS' });
    expect(await rest.get(`/tasks/${task.id}`)).toEqual(task);
  });
});

describe('Add comment, complete, fail, reopen, retry', () => {
  test.each<[string, string, (release: Release) => Promise<unknown>, object]>([
    ['Add comment', 'comment', async () => {}, { status: 'IN_PROGRESS' }],
    ['Complete', 'complete', async () => {}, { status: 'COMPLETED', endDate: aDate }],
    ['Fail', 'fail', async () => {}, { status: 'FAILED', failuresCount: 1 }],
    [
      'Retry (failed task)',
      'retry',
      (release) => act(release, 'fail', 'compile'),
      { status: 'IN_PROGRESS', failuresCount: 1 },
    ],
  ])('%s: POST /tasks/{taskId}/%s returns the task with the comment', async (_, verb, reachState, expected) => {
    const release = await startRelease(rest, plan);
    await reachState(release);
    const task = await act(release, verb, 'compile', 'as agreed');
    expect(task).toMatchObject(expected);
    expect(task.comments).toEqual([
      {
        id: idBelow(task.id, 'Comment'),
        type: 'rel.Comment',
        text: 'as agreed',
        author: 'admin',
        date: aDate,
        creationDate: aDate,
      },
    ]);
    expect(await rest.get(`/tasks/${task.id}`)).toEqual(task);
  });

  test('Reopen (task completed in advance): POST /tasks/{taskId}/reopen returns the task with status PLANNED and the comment', async () => {
    const release = await startRelease(rest, plan);
    await act(release, 'complete', 'test');
    const task = await act(release, 'reopen', 'test', 'not yet');
    expect(task).toMatchObject({ status: 'PLANNED', comments: [{ text: 'not yet', author: 'admin' }] });
  });

  test.each([undefined, {}, { comment: null }, { comment: '' }])('a body of %j adds no comment', async (body) => {
    const release = await startRelease(rest, plan);
    const task = await rest.post<Task>(`/tasks/${idOf(release, 'compile')}/complete`, body);
    expect(task).toMatchObject({ status: 'COMPLETED', comments: [] });
  });
});

describe('Add phase', () => {
  test.each(['template', 'release'])('to a %s, and returns it', async (kind) => {
    const created = await (kind === 'template' ? createTemplate : createRelease)(rest, plan);
    const phase = await rest.post<Phase>(`/phases/${created.id}/phase`, { title: 'Clean', color: '#AB12cd' });
    expect(phase).toMatchObject({
      id: idBelow(created.id, 'Phase'),
      title: 'Clean',
      color: '#AB12cd',
      status: 'PLANNED',
    });
    const { phases } = await rest.get<Release>(`/${kind}s/${created.id}`);
    expect(phases.map(({ title }) => title)).toEqual(['Build', 'Ship', 'Clean']);
    expect(phases[2]).toEqual(phase);
  });
});

describe('Copy phase', () => {
  test('query targetPosition: the copy is at this position, planned, and its tasks have new ids', async () => {
    const release = await createRelease(rest, { Build: ['compile', gate('ok?', 'yes')], Ship: ['deploy'] });
    const copy = await rest.post<Phase>(`/phases/${idOf(release, 'Build')}/copy?targetPosition=2`);
    expect(copy).toMatchObject({ id: idBelow(release.id, 'Phase'), title: 'Build (copy)', status: 'PLANNED' });
    expect(await fetchFormattedRelease(rest, release)).toBe(
      'PLANNED Build.: compile. ok?. | Ship.: deploy. | Build (copy).: compile. ok?.',
    );
    expect(copy.tasks.map(({ id }) => id)).toEqual(copy.tasks.map(() => idBelow(copy.id, 'Task')));
    expect(copy.tasks[0]?.id).not.toContain(release.phases[0]?.tasks[0]?.id.split('/').at(-1));
  });
});

describe('Update phase', () => {
  test.each(['template', 'release'])('of a %s, and returns it', async (kind) => {
    const created = await (kind === 'template' ? createTemplate : createRelease)(rest, plan);
    const phase = created.phases[0]!;
    const updated = await rest.put<Phase>(`/phases/${phase.id}`, { ...phase, title: 'Make', color: '#000000' });
    expect(updated).toEqual({ ...phase, title: 'Make', color: '#000000' });
    expect((await rest.get<Release>(`/${kind}s/${created.id}`)).phases[0]).toEqual(updated);
  });
});
