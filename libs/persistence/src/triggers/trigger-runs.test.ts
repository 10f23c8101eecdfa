import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { findRuns, listRuns, maxRuns, readAllRuns, recordRuns } from './trigger-runs.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  await database.query({
    text: `insert into triggers (id, type, title, enabled, folder_id, definition, anchor)
      select id, 'time.Schedule', 'T', false, 'Applications', '{}', now() from unnest('{TriggerA,TriggerB}'::text[]) as id`,
  });
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const fire = async (triggerId: string, occasion: string) => {
  const line = { scheduledAt: null, outcome: 'skipped', reason: null, releaseId: null, releaseTitle: null } as const;
  const runs = [{ ...line, occasion, templateId: null }];
  const [run] = await recordRuns(database, {
    triggerId,
    firedAt: 0,
    username: 'ann',
    nextFireAt: null,
    triggerState: null,
    runs,
  });
  return run;
};

test('stores one run for each trigger and occasion', async () => {
  const run = await fire('TriggerA', 'once');
  expect(run).toMatchObject({ triggerId: 'TriggerA', firedAt: 0 });
  expect(await findRuns(database, 'TriggerA', ['once', 'never'])).toEqual([run]);
  await expect(fire('TriggerA', 'once')).rejects.toThrow('trigger_occasion');
  expect(await fire('TriggerB', 'once')).toMatchObject({ triggerId: 'TriggerB' });
});

test('the first failure after another result has an event, which notifies the author', async () => {
  await database.query({
    text: `insert into triggers (id, type, title, enabled, folder_id, definition, anchor, author)
      values ('TriggerC', 'time.Schedule', 'Nightly', false, 'Applications', '{}', now(), 'amy')`,
  });
  const record = async (username: string, ...outcomes: readonly ('created' | 'failed' | 'skipped')[]) => {
    const runs = outcomes.map((outcome, index) => ({
      ...{ scheduledAt: null, outcome, reason: 'no template', releaseId: null, releaseTitle: null, templateId: null },
      occasion: `${username} ${index}`,
    }));
    await recordRuns(database, {
      triggerId: 'TriggerC',
      firedAt: 7,
      username,
      nextFireAt: null,
      triggerState: null,
      runs,
    });
    return await database.query({ text: `select folder_id, actor, data, audience from events order by actor` });
  };
  expect(await record('a', 'skipped')).toEqual([]);
  const event = {
    ...{ folder_id: 'Applications', data: { subject: { id: 'TriggerC', title: 'Nightly' }, reason: 'no template' } },
    audience: { subjectOwner: 'amy' },
  };
  expect(await record('b', 'failed', 'failed')).toEqual([{ ...event, actor: 'b' }]);
  expect(await record('c', 'failed', 'skipped')).toHaveLength(1);
  expect(await record('d', 'failed', 'created')).toHaveLength(1);
  expect(await record('e', 'created', 'failed')).toEqual(['b', 'e'].map((actor) => ({ ...event, actor })));
});

test('keeps the newest runs of a trigger, and the runs of other triggers', async () => {
  await database.query({
    text: `insert into trigger_runs (trigger_id, occasion, fired_at, outcome, username)
      select 'TriggerA', 'old ' || n, now(), 'created', 'ann' from generate_series(1, 10500) as n`,
  });
  for (let index = 0; index < 300; index++) await fire('TriggerA', `new ${index}`);
  const runs = await readAllRuns(database, 'TriggerA');
  const [{ count } = { count: 0 }] = await database.query<{ count: number }>({
    text: `select count(*) from trigger_runs where trigger_id = 'TriggerA'`,
  });
  expect([runs.length, count < maxRuns + 256]).toEqual([maxRuns, true]);
  expect(runs.slice(-300).every(({ outcome }) => outcome === 'skipped')).toBe(true);
  const [newest] = await listRuns(database, 'TriggerA', { limit: 1, offset: 0 });
  expect(runs.at(-1)).toEqual(newest);
  expect(await readAllRuns(database, 'TriggerB')).toHaveLength(1);
});
