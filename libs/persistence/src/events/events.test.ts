import type { NewEvent } from '@slipway/domain/model';
import { afterAll, expect, test } from 'vitest';
import { insertPlan, insertPlans, savePlan } from '../plans/index.ts';
import { openFreshDatabase } from '../testing/database.ts';
import { outcomeOf, phaseWith, releaseWith, storedPlan, taskWith } from '../testing/plans.ts';
import { insertEvents } from './events.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);

const event = (changes: Partial<NewEvent> = {}): NewEvent => ({
  ...{ type: 'task.started', occasion: null, taskId: 'Task1', actor: 'ann', at: 1000, data: {}, audience: {} },
  ...changes,
});
const risk = (from: number, to: number) =>
  event({ type: 'release.atRisk', taskId: null, data: { risk: { from, to } } });
const stored = (id: string | null) =>
  database.query<Record<string, unknown>>(
    {
      text: `select type, task_id, version::text, folder_id, audience,
          exists (select from event_queue where event_id = id) as pending from events
        where release_id is not distinct from $1 order by version, type, task_id`,
    },
    [id],
  );

test('a save writes its events with the new version, once for each occasion', async () => {
  const release = releaseWith([phaseWith([taskWith()])]);
  await insertPlan(database, outcomeOf(release, { events: [event({ audience: { owner: 'bea' } })] }));
  const plan = await storedPlan(database, release.id);
  const due = event({ type: 'task.overdue', occasion: 'Task1@5' });
  await savePlan(database, plan, outcomeOf(release, { events: [event(), due] }));
  const next = await storedPlan(database, release.id);
  await savePlan(database, next, outcomeOf(release, { events: [due] }));
  const common = { task_id: 'Task1', folder_id: release.folderId, pending: true };
  expect(await stored(release.id)).toEqual([
    { ...common, type: 'task.started', version: String(plan.version), audience: { owner: 'bea' } },
    { ...common, type: 'task.overdue', version: String(plan.version + 1), audience: {} },
    { ...common, type: 'task.started', version: String(plan.version + 1), audience: {} },
  ]);
});

test('a save on an outdated version writes no event', async () => {
  const release = releaseWith([]);
  await insertPlan(database, outcomeOf(release));
  const plan = await storedPlan(database, release.id);
  expect(await savePlan(database, { ...plan, version: 1 }, outcomeOf(release, { events: [event()] }))).toBeNull();
  expect(await stored(release.id)).toEqual([]);
});

test('many new releases have their own events, and a risk counts when it crosses the threshold', async () => {
  const [first, second] = [releaseWith([]), releaseWith([])];
  await insertPlans(database, [
    outcomeOf(first, { events: [risk(10, 49), risk(50, 60)] }),
    outcomeOf(second, { events: [event(), risk(49, 50)] }),
  ]);
  expect(await stored(first.id)).toEqual([]);
  expect((await stored(second.id)).map(({ type }) => type)).toEqual(['release.atRisk', 'task.started']);
});

test('an event without a release is written once for each occasion', async () => {
  const failed = event({ type: 'trigger.failed', occasion: 'Trigger1@7', taskId: null });
  await insertEvents(database, 'FolderShop', [failed]);
  await insertEvents(database, 'FolderShop', [failed]);
  await insertEvents(database, null, []);
  expect(await stored(null)).toMatchObject([{ type: 'trigger.failed', version: null, folder_id: 'FolderShop' }]);
});
