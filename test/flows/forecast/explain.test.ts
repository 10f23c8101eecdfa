import { expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import {
  createActionRunner,
  createRelease,
  createTemplate,
  gate,
  idOf,
  startRelease,
} from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { isLong } from '../../harness/test-length.ts';

const lastSegmentOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

const product = serve();
const { rest, database, archive } = product;
const act = createActionRunner(rest);

interface Reason {
  readonly kind: string;
  readonly taskId?: string;
  readonly sentence: string;
  readonly until?: string;
  readonly [data: string]: unknown;
}
interface Explanation {
  readonly id: string;
  readonly status: string;
  readonly moving: boolean;
  readonly sentence: string;
  readonly count: number;
  readonly reasons: readonly Reason[];
  readonly lacking?: Readonly<Record<string, string>>;
}
const explainRelease = ({ id }: { id: string }) => rest.get<Explanation>(`/releases/${id}/explain`);
const ofTask = (release: Release, title: string) => rest.get<Explanation>(`/tasks/${idOf(release, title)}/explain`);
const unassignedText = 'a user with the permission to complete tasks of others';

test('the explanation of a release shows that it was not started, and has no reasons after its end', async () => {
  const release = await createRelease(rest, { Build: ['compile'] });
  expect(await explainRelease(release)).toMatchObject({
    id: release.id,
    title: 'Plan',
    status: 'PLANNED',
    moving: false,
    sentence: "Release 'Plan' was not started: a user has to start it.",
    reasons: [{ kind: 'notStarted' }],
  });
  const aborted = await rest.post<Release>(`/releases/${release.id}/abort`, { abortComment: 'no' });
  expect(await explainRelease(aborted)).toEqual({
    id: release.id,
    title: 'Plan',
    status: 'ABORTED',
    moving: false,
    sentence: "Release 'Plan' is over: it is ABORTED.",
    code: 'explanation.over',
    params: {
      subject: { code: 'subject.release', params: { object: { id: lastSegmentOf(release.id), title: 'Plan' } } },
      status: 'ABORTED',
    },
    count: 0,
    reasons: [],
  });
});

test('a future date is listed with a command that skips it', async () => {
  const scheduledStartDate = '2031-05-01T09:00:00+02:00';
  const release = await startRelease(rest, { Ship: [{ title: 'deploy', scheduledStartDate }] });
  const sentence = "Task 'deploy' waits for its start date, 2031-05-01 07:00:00 UTC. Start it now to skip the wait.";
  expect(await explainRelease(release)).toMatchObject({
    sentence,
    reasons: [
      {
        ...{ kind: 'date', taskId: idOf(release, 'deploy'), sentence, until: '2031-05-01T07:00:00.000+00:00' },
        ...{ code: 'reason.date', params: { until: Date.parse(scheduledStartDate) } },
      },
    ],
  });
});

test('a blackout is named with its end', async () => {
  await database().query({
    text: `insert into blackouts (id, label, start_date, end_date)
      values ('BlackoutFreeze', 'Freeze', now() - interval '1 hour', '2031-01-01T00:00:00Z')`,
  });
  const release = await startRelease(rest, { Ship: [{ title: 'deploy', delayDuringBlackout: true }] });
  const blackoutEnd = '2031-01-01T00:01:00.000+00:00';
  const [reason] = (await explainRelease(release)).reasons;
  expect(reason).toMatchObject({
    kind: 'blackout',
    sentence:
      "Task 'deploy' was postponed by the blackout 'Freeze' until 2031-01-01 00:01:00 UTC. Start it now to skip the wait.",
    until: blackoutEnd,
    blackout: {
      id: 'Configuration/Calendar/BlackoutFreeze',
      label: 'Freeze',
      endDate: '2031-01-01T00:00:00.000+00:00',
    },
  });
});

test('a gate lists its unchecked conditions and its open target releases in any folder', async () => {
  const upstream = await startRelease(rest, { Work: ['work'] }, { title: 'Upstream' });
  const release = await startRelease(rest, { Ship: [gate('go', 'approved', 'signed'), 'deploy'] });
  await rest.post(`/tasks/${idOf(release, 'go')}/dependencies/${upstream.id}`);
  const condition = release.phases[0]?.tasks[0] as unknown as { conditions: readonly { id: string }[] };
  await rest.post(`/tasks/${condition.conditions[0]?.id}`, { checked: true });
  const sentence = `Gate 'go' is closed: ${unassignedText} has to tick 1 condition ('signed'); it waits for 'Upstream' (IN_PROGRESS).`;
  expect(await explainRelease(release)).toMatchObject({
    sentence,
    reasons: [
      {
        kind: 'gate',
        conditions: [{ id: condition.conditions[1]?.id, title: 'signed' }],
        targets: [{ id: upstream.id, title: 'Upstream', status: 'IN_PROGRESS', state: 'open' }],
      },
    ],
  });
  expect((await ofTask(release, 'deploy')).reasons.map((reason) => reason.sentence)).toEqual([
    "Task 'deploy' has not been reached yet: 'go' runs first.",
    sentence,
  ]);
});

test('an archived target is listed by its title', async () => {
  const upstream = await createRelease(rest, { Work: ['work'] }, { title: 'Bygone' });
  const currentRelease = await startRelease(rest, { Work: ['work'] }, { title: 'Current' });
  const release = await startRelease(rest, { Ship: [gate('go', 'approved')] });
  for (const { id } of [upstream, currentRelease]) await rest.post(`/tasks/${idOf(release, 'go')}/dependencies/${id}`);
  await archive(await rest.post<Release>(`/releases/${upstream.id}/abort`));
  const [reason] = (await explainRelease(release)).reasons;
  expect(reason?.targets).toEqual([
    { id: upstream.id, title: 'Bygone', status: 'ABORTED', state: 'aborted' },
    { id: currentRelease.id, title: 'Current', status: 'IN_PROGRESS', state: 'open' },
  ]);
});

test('a failed task is listed with its error message, and a paused release with the command that resumes it', async () => {
  const release = await startRelease(rest, { Build: [{ title: 'compile', owner: 'ann' }] });
  await act(release, 'fail', 'compile', 'disk\nfull');
  expect(await explainRelease(release)).toMatchObject({
    status: 'FAILED',
    sentence: "Task 'compile' has failed: ann has to retry or skip it. Last comment: disk?full",
    reasons: [{ kind: 'failed', owner: 'ann', failures: 1, comment: 'disk\nfull' }],
  });
  await rest.post(`/releases/${release.id}/restart?fromPhaseId=${release.phases[0]?.id}`);
  expect((await explainRelease(release)).reasons).toMatchObject([{ kind: 'paused' }]);
});

test('unknown ids and items that are not releases have no explanation', async () => {
  const template = await createTemplate(rest, { Build: ['compile'] });
  expect(await rest.sendForError('GET', '/releases/Applications/ReleaseNone/explain')).toBe(
    "404 there is no release 'Applications/ReleaseNone'",
  );
  expect(await rest.sendForError('GET', `/releases/${template.id}/explain`)).toBe(
    `404 there is no release '${template.id}'`,
  );
  expect(await rest.sendForError('GET', '/tasks/TaskNone/explain')).toBe("404 there is no task 'TaskNone'");
  expect((await ofTask(template, 'compile')).reasons).toMatchObject([{ kind: 'notStarted' }]);
});

test.runIf(isLong)(
  'of two thousand waiting tasks all are counted and the first hundred are listed, without delay',
  async () => {
    const tasks = Array.from({ length: 2_000 }, (_, index) => ({ title: `task ${index}` }));
    const release = await startRelease(rest, { Work: [{ title: 'all', type: 'rel.ParallelGroup', tasks }, 'last'] });
    const measure = async () => {
      const startedAt = performance.now();
      const { count, reasons } = await explainRelease(release);
      expect([count, reasons.length]).toEqual([2_000, 100]);
      return performance.now() - startedAt;
    };
    await expect.poll(measure).toBeLessThan(2_000);
    expect((await ofTask(release, 'last')).count).toBe(2_001);
  },
);

test('the consistency check reports no finding for the releases of this file', async () => {
  expect(await rest.get('/system/consistency')).toMatchObject({ ok: true, count: 0, findings: [] });
});

test('a task lists the permissions that the caller lacks, and the requests are refused', async () => {
  const people = peopleOf(product);
  const [viewer, owner] = [await people.createUser('vera'), await people.createUser('olaf')];
  const release = await startRelease(rest, { Build: [{ title: 'compile', owner: 'Olaf' }] });
  await people.createTeam(release, ['release#view'], { users: ['vera'] });
  const path = `/tasks/${idOf(release, 'compile')}`;
  const missingPermissions = async (client: typeof rest) => (await client.get<Explanation>(`${path}/explain`)).lacking;
  expect(await missingPermissions(rest)).toEqual({});
  expect(await missingPermissions(owner)).toEqual({
    reassignTask: 'release#reassign_task',
    changeDates: 'release#edit_task_dates',
  });
  expect(await missingPermissions(viewer)).toMatchObject({
    completeTask: 'release#task_transition',
    answerInputs: 'release#edit',
  });
  expect(await viewer.sendForError('POST', `${path}/complete`, {})).toContain('403 Permission release#task_transition');
  await owner.post(`${path}/complete`, {});
  expect((await ofTask(release, 'compile')).lacking).toEqual({});
  expect(await explainRelease(release)).not.toHaveProperty('lacking');
});
