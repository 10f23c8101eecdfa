import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import {
  createActionRunner,
  createRelease,
  fetchFormattedRelease,
  idOf,
  startRelease,
} from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { retryBeforeDeadline } from '../../harness/retry-before-deadline.ts';

const { rest } = serve();
const act = createActionRunner(rest);

const millisecondsFromNow = (ms: number) => new Date(Date.now() + ms).toISOString();
const tomorrow = () => millisecondsFromNow(86_400_000);
const pollOptions = { interval: 20 };
const later = (release: Release) => expect.poll(() => fetchFormattedRelease(rest, release), pollOptions);

describe('a release that starts automatically', () => {
  const waiting = () =>
    createRelease(rest, { Build: ['work'] }, {}, { autoStart: true, scheduledStartDate: tomorrow() });
  const planned = 'PLANNED Build.: work.';
  const running = 'IN_PROGRESS Build>: work>';

  test('starts at its scheduled date', async () => {
    const release = await retryBeforeDeadline(async (scheduledStartDate) => {
      const created = await createRelease(rest, { Build: ['work'] }, {}, { autoStart: true, scheduledStartDate });
      expect(await fetchFormattedRelease(rest, created)).toBe(planned);
      return created;
    });
    await later(release).toBe(running);
  });

  test.each([
    ['in the past', () => millisecondsFromNow(-86_400_000)],
    ['none', () => undefined],
  ])('starts at once with a date of %s', async (_, date) => {
    const release = await createRelease(rest, { Build: ['work'] }, {}, { autoStart: true, scheduledStartDate: date() });
    expect(await fetchFormattedRelease(rest, release)).toBe(running);
  });

  test.each([
    ['to the past: at once', () => ({ scheduledStartDate: millisecondsFromNow(-1_000) }), running],
    ['to no date: at once', () => ({ scheduledStartDate: null }), running],
    ['to a later day: not yet', () => ({ scheduledStartDate: millisecondsFromNow(172_800_000) }), planned],
    ['and switches automatic start off', () => ({ autoStart: false }), planned],
    [
      'and switches automatic start off, without a date',
      () => ({ autoStart: false, scheduledStartDate: null }),
      planned,
    ],
  ])('follows its scheduled date when a user changes it %s', async (_, fields, expected) => {
    const release = await waiting();
    expect(await fetchFormattedRelease(rest, release)).toBe(planned);
    await rest.put(`/releases/${release.id}`, fields());
    expect(await fetchFormattedRelease(rest, release)).toBe(expected);
  });

  test('starts at its new date', async () => {
    const release = await waiting();
    await rest.put(`/releases/${release.id}`, { scheduledStartDate: millisecondsFromNow(1_000) });
    await later(release).toBe(running);
  });

  test('waits for its date after its automatic start is switched on', async () => {
    const release = await createRelease(
      rest,
      { Build: ['work'] },
      {},
      { scheduledStartDate: millisecondsFromNow(-1_000) },
    );
    expect(await fetchFormattedRelease(rest, release)).toBe(planned);
    await rest.put(`/releases/${release.id}`, { autoStart: true });
    expect(await fetchFormattedRelease(rest, release)).toBe(running);
  });
});

describe('a task that waits for its scheduled date', () => {
  async function waiting(date: string | number) {
    const release = await startRelease(rest, { Build: ['work', { title: 'late', scheduledStartDate: date }] });
    await act(release, 'complete', 'work');
    expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS Build>: work+ late~');
    return { release, path: `/tasks/${idOf(release, 'late')}` };
  }
  const running = 'IN_PROGRESS Build>: work+ late>';

  test('starts at that date', async () => {
    const { release } = await retryBeforeDeadline(waiting);
    await later(release).toBe(running);
  });

  test.each([
    ['in the past', () => ({ scheduledStartDate: millisecondsFromNow(-1_000) })],
    ['that is empty', () => ({ scheduledStartDate: null })],
    ['for which it does not wait', () => ({ waitForScheduledStartDate: false })],
  ])('starts at once after a change to a date %s', async (_, fields) => {
    const { release, path } = await waiting(tomorrow());
    await rest.put(path, fields());
    expect(await fetchFormattedRelease(rest, release)).toBe(running);
  });

  test('starts earlier if its date becomes earlier, and not if its date becomes later', async () => {
    const { release, path } = await waiting(tomorrow());
    await rest.put(path, { scheduledStartDate: millisecondsFromNow(172_800_000) });
    expect((await rest.get<Task>(path)).status).toBe('PENDING');
    await rest.put(path, { scheduledStartDate: millisecondsFromNow(1_000) });
    await later(release).toBe(running);
  });

  test('starts on command and keeps its planned date', async () => {
    const { path } = await waiting(tomorrow());
    const { scheduledStartDate } = await rest.get<Task>(path);
    expect(await rest.post(`${path}/startNow`)).toMatchObject({ status: 'IN_PROGRESS', scheduledStartDate });
  });
});

describe('overdue tasks and releases', () => {
  interface MarkedRelease extends Release {
    readonly overdueNotified: boolean;
    readonly dueSoonNotified: boolean;
    readonly riskScore: string;
    readonly totalRiskScore: string;
  }
  const read = ({ id }: Release) => rest.get<MarkedRelease>(`/releases/${id}`);

  test('are marked and at risk after the due date, and unmarked when the due date moves', async () => {
    const { release, path, seen } = await retryBeforeDeadline(async (moment) => {
      const dueDate = new Date(moment).toISOString();
      const created = await startRelease(rest, { Build: [{ title: 'work', dueDate }] }, { dueDate });
      await rest.put(`/phases/${created.phases[0]!.id}`, { dueDate });
      const work = `/tasks/${idOf(created, 'work')}`;
      const first = await rest.send('GET', work);
      expect(await read(created)).toMatchObject({ overdueNotified: false, riskScore: '000' });
      await expect.poll(() => rest.get(work), pollOptions).toMatchObject({ dueSoonNotified: true });
      return { release: created, path: work, seen: [first, await rest.send('GET', work)] };
    }, 2_000);
    const [first, soon] = seen.map(({ headers, body }) => ({ ...(body as MarkedRelease), tag: headers.get('etag') }));
    expect(soon).toMatchObject({ overdueNotified: false, dueSoonNotified: true });
    expect(soon!.tag === first!.tag).toBe(first!.dueSoonNotified);
    await expect
      .poll(() => read(release), pollOptions)
      .toMatchObject({
        overdueNotified: true,
        riskScore: '030',
        totalRiskScore: '0055',
        phases: [{ overdueNotified: true, tasks: [{ overdueNotified: true, dueSoonNotified: true }] }],
      });
    const moved = await rest.put<MarkedRelease>(`/releases/${release.id}`, { dueDate: tomorrow() });
    expect(moved).toMatchObject({ overdueNotified: false, riskScore: '025' });
    await rest.put(`/phases/${release.phases[0]!.id}`, { dueDate: null });
    expect(await rest.put(path, { dueDate: tomorrow() })).toMatchObject({
      overdueNotified: false,
      dueSoonNotified: false,
    });
    expect(await read(release)).toMatchObject({ riskScore: '000', phases: [{ overdueNotified: false }] });
  });

  test('become overdue by the planned duration if they have no due date', async () => {
    const release = await startRelease(rest, { Build: [{ title: 'work', plannedDuration: 1 }] });
    const path = `/tasks/${idOf(release, 'work')}`;
    await expect
      .poll(() => rest.get(path), pollOptions)
      .toMatchObject({ overdueNotified: true, dueSoonNotified: true });
    expect(await read(release)).toMatchObject({ riskScore: '025', overdueNotified: false });
  });

  test('log nothing and are not marked twice', async () => {
    const release = await startRelease(rest, { Build: [{ title: 'work', dueDate: millisecondsFromNow(-1_000) }] });
    const path = `/releases/${release.id}`;
    const { headers, body } = await rest.send('GET', path);
    expect(body).toMatchObject({ phases: [{ tasks: [{ overdueNotified: true, dueSoonNotified: false }] }] });
    const types = (await rest.get<{ readonly activityType: string }[]>(`/activities/${release.id}`)).map(
      ({ activityType }) => activityType,
    );
    expect(types.toSorted()).toEqual([
      'PHASE_STARTED',
      'RELEASE_CREATED_FROM_TEMPLATE',
      'RELEASE_STARTED',
      'TASK_STARTED',
    ]);
    expect((await rest.send('GET', path, undefined, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
  });
});
