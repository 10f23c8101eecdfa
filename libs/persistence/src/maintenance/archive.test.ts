import { Conflict, NotFound } from '@slipway/domain/model';
import { afterAll, expect, test } from 'vitest';
import { listActivities } from '../history/activity.ts';
import { readRelease } from '../plans/reading/read.ts';
import { deletePlan } from '../plans/saving/delete-plan.ts';
import { insertPlan } from '../plans/saving/save.ts';
import { openFreshDatabase } from '../testing/database.ts';
import { outcomeOf, phaseWith, releaseWith, taskWith } from '../testing/plans.ts';
import { archiveRelease } from './archive.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);

async function inserted(status: 'COMPLETED' | 'IN_PROGRESS') {
  const task = taskWith({}, {}, { description: 'done' });
  const release = releaseWith([phaseWith([task])], { status });
  const waits = { taskId: task.id, kind: 'target', purpose: null, until: null } as const;
  await insertPlan(
    database,
    outcomeOf(release, {
      comments: [{ id: `Comment${task.id}`, taskId: task.id, text: 'well', author: 'ann', date: 5 }],
      entries: [
        {
          activityType: 'RELEASE_COMPLETED',
          targetType: 'Release',
          targetId: release.id,
          message: 'Completed',
          code: 'activity.releaseCompleted',
          params: { release: { id: release.id, title: 'R' }, causes: [] },
          username: 'ann',
          eventTime: 6,
        },
      ],
      awaits: [{ ...waits, reference: 'ReleaseElsewhere' }],
    }),
  );
  return release;
}

/** Returns in how many tables rows of a release exist. */
async function traces(id: string, tables: readonly string[]): Promise<readonly string[]> {
  const remaining: string[] = [];
  for (const table of tables) {
    const column = table.endsWith('_releases') ? 'id' : 'release_id';
    const rows = await database.query({ text: `select from ${table} where ${column} = $1 limit 1` }, [id]);
    if (rows.length > 0) remaining.push(table);
  }
  return remaining;
}
const live = ['live_releases', 'live_phases', 'live_tasks', 'live_comments', 'live_activities', 'awaits'];

test('archiving moves all rows of a release', async () => {
  const release = await inserted('COMPLETED');
  const before = await readRelease(database, release.id);
  const log = await listActivities(database, release.id);
  await archiveRelease(database, release.id);
  expect(await traces(release.id, live)).toEqual([]);
  expect(await readRelease(database, release.id, { archived: true })).toEqual({
    ...before,
    calendar: null,
    release: { ...before?.release, archived: true },
  });
  expect(await listActivities(database, release.id)).toEqual(log);
  expect(log).toMatchObject([{ code: 'activity.releaseCompleted', params: { causes: [] } }]);
});

test('unfinished releases are not archived', async () => {
  const release = await inserted('IN_PROGRESS');
  await expect(archiveRelease(database, release.id)).rejects.toThrow(Conflict);
  expect(await traces(release.id, live)).toEqual(live);
  await expect(archiveRelease(database, 'ReleaseNone')).rejects.toThrow(NotFound);
});

test('deleting removes all rows, and returns the releases that waited for it', async () => {
  const release = await inserted('COMPLETED');
  const waiting = releaseWith([phaseWith([taskWith()])]);
  const [phase] = release.phases;
  const awaits = [{ taskId: 'Task0', kind: 'target', purpose: null, reference: phase?.id ?? '', until: null } as const];
  await insertPlan(database, outcomeOf(waiting, { awaits }));
  const waiters = await database.transaction((connection) => deletePlan(connection, release.id));
  expect(waiters).toEqual({ waiters: [waiting.id], hadTeams: false });
  expect(await traces(release.id, live)).toEqual([]);
});
