import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createActionRunner, fetchFormattedRelease, idOf } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { blackouts, createBlackoutFixture, hoursFromNow, minuteAfter } from './blackout-fixture.ts';

const product = serve();
const { rest } = product;
const act = createActionRunner(rest);
const { folder, freeze, frozenPlan, postponedBy } = createBlackoutFixture(rest);
const pollOptions = { interval: 20 };

/** Moves the start date of a postponed task to now. */
async function arrive(path: string): Promise<void> {
  const id = path.slice(path.lastIndexOf('/') + 1);
  const past = Date.now() - 1_000;
  await product.database().query(
    {
      text: `with task as (
          update live_tasks set run = jsonb_set(run, '{postponedUntil}', to_jsonb($2::bigint)) where id = $1
          returning release_id)
        update live_releases r set version = version + 1, next_wake_at = now() - interval '1 second'
        from task where r.id = task.release_id`,
    },
    [id, past],
  );
}

describe('a task that respects blackouts', () => {
  test('is postponed until a minute after the end, and shows its planned date', async () => {
    const { path, release } = await postponedBy(2, { scheduledStartDate: hoursFromNow(-3) });
    expect(await rest.get(path)).toMatchObject({
      status: 'PENDING',
      scheduledStartDate: minuteAfter(2),
      originalScheduledStartDate: hoursFromNow(-3),
      postponedDueToBlackout: true,
      hasBeenDelayed: true,
    });
    const log = await rest.get<{ readonly activityType: string }[]>(`/activities/${release.id}`);
    const types = log.map(({ activityType }) => activityType).filter((type) => type.startsWith('TASK_DELAYED'));
    expect(types.toSorted()).toEqual(['TASK_DELAYED', 'TASK_DELAYED_DUE_TO_BLACKOUT']);
  });

  test.each([
    ['that overlap', [2, 4], minuteAfter(4)],
    ['back to back', [3, 5], minuteAfter(5)],
    ['that begin later', [4, 5], minuteAfter(3)],
  ])('waits for the end of blackouts %s', async (_, [begins = 0, ends = 0], expected) => {
    const { folderId, create } = await frozenPlan();
    await freeze(folderId, -1, 3);
    await freeze(folderId, begins, ends);
    const release = await rest.post<Release>(`/releases/${(await create()).id}/start`);
    await act(release, 'complete', 'ask');
    expect(await rest.get(`/tasks/${idOf(release, 'deploy')}`)).toMatchObject({ scheduledStartDate: expected });
  });

  test('applies blackouts of parent folders and none of sibling folders', async () => {
    const { id: outer } = await folder('outer');
    const { id: inner } = await folder('inner', outer);
    const { id: siblingId } = await folder('beside', outer);
    await freeze(outer, -1, 2);
    await freeze(siblingId, -1, 9);
    const draft = { title: 'P', phases: [{ tasks: [{ title: 'deploy', delayDuringBlackout: true }] }] };
    const { id } = await rest.post<Release>(`/templates?folderId=${inner}`, draft);
    const release = await rest.post<Release>(`/templates/${id}/start`, { releaseTitle: 'R' });
    expect(await rest.get(`/tasks/${idOf(release, 'deploy')}`)).toMatchObject({ scheduledStartDate: minuteAfter(2) });
  });

  test('keeps its new date when the blackout is deleted, and is checked again when a user changes the date', async () => {
    const { blackout, path, release } = await postponedBy(2);
    await rest.sendForNoContent('DELETE', `${blackouts}/${blackout.id}`);
    const waiting = { status: 'PENDING', scheduledStartDate: minuteAfter(2) };
    expect(await rest.put(path, { description: 'later' })).toMatchObject(waiting);
    expect(await rest.put(path, await rest.get(path))).toMatchObject(waiting);
    expect(await rest.put(path, { scheduledStartDate: null })).toMatchObject({
      status: 'IN_PROGRESS',
      postponedDueToBlackout: false,
    });
    expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS Ship>: ask+ deploy>');
  });

  test('is postponed again if the blackout became longer, and starts after its end', async () => {
    const { blackout, path } = await postponedBy(2);
    await rest.put(`${blackouts}/${blackout.id}`, { endDate: hoursFromNow(6) });
    expect(await rest.get(path)).toMatchObject({ scheduledStartDate: minuteAfter(2) });
    await arrive(path);
    await expect.poll(() => rest.get<Task>(path), pollOptions).toMatchObject({ scheduledStartDate: minuteAfter(6) });
    await rest.put(`${blackouts}/${blackout.id}`, { startDate: hoursFromNow(-2), endDate: hoursFromNow(-1) });
    await arrive(path);
    await expect.poll(async () => (await rest.get<Task>(path)).status, pollOptions).toBe('IN_PROGRESS');
  });

  test('starts in a blackout on command', async () => {
    const { path } = await postponedBy(2);
    expect(await rest.post(`${path}/startNow`, { comment: 'now' })).toMatchObject({ status: 'IN_PROGRESS' });
  });

  test('continues if it was running before the blackout was created', async () => {
    const { folderId, create } = await frozenPlan();
    const release = await rest.post<Release>(`/releases/${(await create()).id}/start`);
    await act(release, 'complete', 'ask');
    await freeze(folderId, -1, 2);
    expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS Ship>: ask+ deploy>');
  });
});
