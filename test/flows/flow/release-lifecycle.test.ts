import { expect, test } from 'vitest';
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
import type { Activity, Release, Task } from '../../harness/rest/response-types.ts';

const { rest, database } = serve();
const act = createActionRunner(rest);

/** Returns the log of a release with titles, in order: `TASK_STARTED unit`. */
async function logOf(release: Release): Promise<readonly string[]> {
  const entries = await rest.get<Activity[]>(`/activities/${release.id}`);
  return entries.map(({ activityType, message }) => {
    const [ownText = ''] = message.split(', after ');
    return `${activityType} ${/'([^']*)'[^']*$/.exec(ownText)?.[1]}`;
  });
}

/** Checks every condition of the gate with this title. */
async function tick(release: Release, title: string): Promise<void> {
  const { conditions } = await rest.get<Task>(`/tasks/${idOf(release, title)}`);
  for (const { id } of conditions ?? []) await rest.post(`/tasks/${id}`, { checked: true });
}

async function plan() {
  const child = await createTemplate(rest, { Smoke: ['smoke'] }, { title: 'Child' });
  return {
    Build: [parallel('checks', 'unit', 'lint'), sequential('package', 'zip', 'sign')],
    Approve: [
      gate('go?', 'QA agrees', 'Operations agree'),
      { title: 'notes', type: 'rel.UserInputTask', variables: ['VariableNotes'] },
    ],
    Ship: [
      {
        title: 'child',
        type: 'rel.CreateReleaseTask',
        templateId: child.id,
        newReleaseTitle: 'Smoke ${version}',
        createdReleaseId: '${child}',
      },
      { title: 'wait', type: 'rel.GateTask', dependencies: [{ target: '${child}' }] },
      'deploy ${version}',
    ],
  };
}

const variables = [
  { key: 'version' },
  { id: 'VariableNotes', key: 'notes', showOnReleaseStart: false, value: 'none yet' },
  { key: 'child', requiresValue: false },
];

/** Creates the template of the plan and starts its release. */
async function released(): Promise<Release> {
  const create = { releaseTitle: '1.0', variables: { version: '1.0' } };
  return startRelease(rest, await plan(), { title: 'Release', variables, scriptUsername: 'admin' }, create);
}

const approve = 'Approve.: go?. notes.';
const ship = 'Ship.: child. wait. deploy ${version}.';
const built = 'Build+: checks+[unit+ lint+] package+(zip+ sign+)';

test('a release runs from template to COMPLETED over REST alone', async () => {
  const release = await released();
  const at = async (expected: string) => expect(await fetchFormattedRelease(rest, release)).toBe(expected);
  const current = () => rest.get<Release>(`/releases/${release.id}`);
  await at(`IN_PROGRESS Build>: checks>[unit> lint>] package.(zip. sign.) | ${approve} | ${ship}`);

  await act(release, 'fail', 'lint', 'a semicolon');
  await at(`FAILING Build/: checks/[unit> lint!] package.(zip. sign.) | ${approve} | ${ship}`);
  await act(release, 'complete', 'unit');
  await at(`FAILED Build!: checks![unit+ lint!] package.(zip. sign.) | ${approve} | ${ship}`);
  await act(release, 'retry', 'lint');
  await at(`IN_PROGRESS Build>: checks>[unit+ lint>] package.(zip. sign.) | ${approve} | ${ship}`);
  await act(release, 'complete', 'lint');
  await at(`IN_PROGRESS Build>: checks+[unit+ lint+] package>(zip> sign.) | ${approve} | ${ship}`);
  await act(release, 'complete', 'zip');
  await act(release, 'skip', 'sign', 'not this time');
  const packed = built.replace('sign+', 'sign-');
  await at(`IN_PROGRESS ${packed} | Approve>: go?> notes. | ${ship}`);

  expect(await rest.sendForError('POST', `/tasks/${idOf(release, 'go?')}/complete`, {})).toMatch(/^409 .*condition/);
  await tick(release, 'go?');
  await act(release, 'complete', 'go?');
  await at(`IN_PROGRESS ${packed} | Approve>: go?+ notes> | ${ship}`);

  const notes = release.variables.find(({ key }) => key === 'notes')!;
  await rest.put(`/releases/${notes.id}`, { value: null });
  expect(await rest.sendForError('POST', `/tasks/${idOf(release, 'notes')}/complete`, {})).toMatch(/^400 .*notes/);
  await rest.put(`/releases/${notes.id}`, { value: 'all new' });
  await act(release, 'complete', 'notes');
  const approved = 'Approve+: go?+ notes+';
  await at(`IN_PROGRESS ${packed} | ${approved} | Ship>: child+ wait> deploy \${version}.`);

  const [smoke] = await rest.get<Release[]>('/releases/byTitle?releaseTitle=Smoke%201.0');
  expect(smoke).toMatchObject({ status: 'IN_PROGRESS', startedFromTaskId: idOf(await current(), 'child') });
  await act(smoke!, 'complete', 'smoke');
  await expect
    .poll(() => fetchFormattedRelease(rest, release), { interval: 5 })
    .toBe(`IN_PROGRESS ${packed} | ${approved} | Ship>: child+ wait+ deploy 1.0>`);
  await rest.post(`/tasks/${idOf(await current(), 'deploy 1.0')}/complete`, { comment: 'live' });
  await at(`COMPLETED ${packed} | ${approved} | Ship+: child+ wait+ deploy 1.0+`);
});

test('a failed release is restarted from an earlier phase, resumed, and completed', async () => {
  const release = await startRelease(rest, { Build: ['make'], Test: ['try', 'measure'], Ship: ['deploy'] });
  const at = async (expected: string) => expect(await fetchFormattedRelease(rest, release)).toBe(expected);
  for (const title of ['make', 'try', 'measure']) await act(release, 'complete', title);
  await act(release, 'fail', 'deploy');
  const before = 'Build+: make+ | Test+: try+ measure+';
  await at(`FAILED ${before} | Ship!: deploy!`);

  const query = `fromPhaseId=${idOf(release, 'Test')}&fromTaskId=${idOf(release, 'measure')}`;
  await rest.post(`/releases/${release.id}/restart?${query}`);
  await at(`PAUSED ${before} | Ship-: deploy- | Test (2).: try_ measure. | Ship (2).: deploy.`);
  await rest.post(`/releases/${release.id}/resume`);
  const resumed = await rest.get<Release>(`/releases/${release.id}`);
  await at(`IN_PROGRESS ${before} | Ship-: deploy- | Test (2)>: try- measure> | Ship (2).: deploy.`);
  await act(resumed, 'complete', 'measure');
  await act(resumed, 'complete', 'deploy');
  await at(`COMPLETED ${before} | Ship-: deploy- | Test (2)+: try- measure+ | Ship (2)+: deploy+`);
});

test('the log of a release has each text as data, and entries of an earlier version have only the text', async () => {
  const release = await startRelease(rest, { Build: ['make'] });
  await act(release, 'complete', 'make');
  const log = await rest.get<Activity[]>(`/activities/${release.id}`);
  const named = (id: string, title: string) => ({ id: id.split('/').at(-1), title });
  const completed = {
    code: 'activity.taskCompleted',
    params: { task: named(idOf(release, 'make'), 'make'), causes: [] },
  };
  expect(log.find(({ activityType }) => activityType === 'TASK_COMPLETED')).toMatchObject(completed);
  expect(log.at(-1)).toMatchObject({
    code: 'activity.releaseCompleted',
    params: {
      release: named(release.id, release.title),
      causes: [{ code: 'cause.activity', params: { user: 'admin', activity: completed } }],
    },
  });
  expect(log.every(({ code = '' }) => code.startsWith('activity.'))).toBe(true);
  await database().query({ text: 'update live_activities set code = null, params = null where release_id = $1' }, [
    String(release.id.split('/').at(-1)),
  ]);
  const withoutData = log.map(({ code: _code, params: _params, ...entry }) => entry);
  expect(await rest.get(`/activities/${release.id}`)).toEqual(withoutData);
});

test('an aborted release ends with all its parts, and accepts only comments', async () => {
  const release = await released();
  await act(release, 'complete', 'unit');
  const aborted = await rest.post<Release>(`/releases/${release.id}/abort`, { abortComment: 'cancelled' });
  expect(aborted).toMatchObject({ status: 'ABORTED', abortComment: 'cancelled', endDate: expect.any(String) });
  expect(await fetchFormattedRelease(rest, release)).toBe(
    'ABORTED Build#: checks#[unit+ lint#] package#(zip# sign#) | Approve#: go?# notes# | Ship#: child# wait# deploy ${version}#',
  );
  for (const verb of ['complete', 'fail', 'skip', 'retry']) {
    expect(await rest.sendForError('POST', `/tasks/${idOf(release, 'lint')}/${verb}`, {})).toMatch(/^409 .*ABORTED$/);
  }
  expect((await act(release, 'comment', 'lint', 'a pity')).comments).toMatchObject([{ text: 'a pity' }]);
});

test('the log lists events in the order in which they happened', async () => {
  const release = await startRelease(
    rest,
    { Build: [parallel('all', 'one', 'two')], Ship: ['deploy'] },
    { title: 'Told' },
  );
  await act(release, 'fail', 'one', 'broken');
  await act(release, 'complete', 'deploy');
  await act(release, 'complete', 'two');
  await act(release, 'retry', 'one');
  await act(release, 'complete', 'one', 'mended');
  expect(await logOf(release)).toEqual([
    'RELEASE_CREATED_FROM_TEMPLATE Told',
    'RELEASE_STARTED Told',
    'PHASE_STARTED Build',
    'TASK_STARTED all',
    'TASK_STARTED one',
    'TASK_STARTED two',
    'COMMENT_ADDED one',
    'TASK_FAILED one',
    'TASK_FAILING all',
    'PHASE_FAILING Build',
    'RELEASE_FAILING Told',
    'TASK_COMPLETED_IN_ADVANCE deploy',
    'TASK_COMPLETED two',
    'TASK_FAILED all',
    'PHASE_FAILED Build',
    'RELEASE_FAILED Told',
    'TASK_RESTARTED one',
    'TASK_STARTED one',
    'TASK_RESTARTED all',
    'PHASE_RESTARTED Build',
    'RELEASE_RESTARTED Told',
    'COMMENT_ADDED one',
    'TASK_COMPLETED one',
    'TASK_COMPLETED all',
    'PHASE_COMPLETED Build',
    'PHASE_STARTED Ship',
    'TASK_COMPLETED deploy',
    'PHASE_COMPLETED Ship',
    'RELEASE_COMPLETED Told',
  ]);
  const entries = await rest.get<Activity[]>(`/activities/${release.id}`);
  expect(new Set(entries.map(({ username }) => username))).toEqual(new Set(['admin', 'SYSTEM']));
  const ofOne = await rest.get<Activity[]>(`/activities/${idOf(release, 'one')}`);
  expect(ofOne).toEqual(entries.filter(({ targetId }) => targetId === idOf(release, 'one')));
});

test('a release that was never started can be aborted, and then deleted', async () => {
  const release = await createRelease(rest, { Build: ['work'] });
  await rest.post(`/releases/${release.id}/abort`, {});
  expect(await fetchFormattedRelease(rest, release)).toBe('ABORTED Build#: work#');
  await rest.sendForNoContent('DELETE', `/releases/${release.id}`);
  expect(await rest.sendForError('GET', `/releases/${release.id}`)).toBe(`404 there is no release '${release.id}'`);
});
