import { Conflict } from '@slipway/domain/model';
import type { TriggerPatch } from '@slipway/domain/triggers';
import { readRelease } from '@slipway/persistence/plans';
import { createSeal } from '@slipway/persistence/secrets';
import { findTrigger, listRuns } from '@slipway/persistence/triggers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Engine } from '../engine.ts';
import { noObserver } from '../environment/observer.ts';
import { openTestEnvironment, plan, type TestEnvironment, testUser } from '../testing.ts';
import { addTrigger, changeTrigger, switchTriggers } from './change-trigger.ts';

let environment: TestEnvironment;
let engine: Engine;
let templateId: string;
const seal = createSeal('a secret for tests');
beforeAll(async () => {
  environment = await openTestEnvironment({ connections: 24 });
  engine = environment.engine();
});
afterAll(() => environment.close());
beforeEach(async () => {
  await environment.database.query({ text: 'delete from triggers' });
  ({ templateId } = await template({}));
});

async function template(changes: object) {
  const draft = { ...plan({ Build: ['compile'] }), ...changes };
  const { release } = await engine.createTemplate(draft, 'Applications', testUser);
  return { templateId: release.id };
}

const sharer = () => ({ database: environment.database, seal });
const add = (patch: TriggerPatch = {}) =>
  addTrigger(
    sharer(),
    { id: null, title: 'Nightly', folderId: 'Applications', periodicity: '3600', templateId, ...patch },
    null,
  );

/** Moves the due time of a trigger into the past. */
const makeDue = async (id: string, secondsAgo: number) => {
  await environment.database.query(
    {
      text: `update triggers set next_fire_at = now() - $2 * interval '1 second',
        anchor = now() - $2 * interval '1 second' - (definition ->> 'periodicity')::int * interval '1 second'
        where id = $1 and definition ->> 'pollType' = 'REPEAT'`,
    },
    [id, secondsAgo],
  );
};
const ledger = async (id: string) =>
  (await listRuns(environment.database, id, { limit: 1_000, offset: 0 })).toReversed();
const outcomes = async (id: string) => (await ledger(id)).map(({ outcome }) => outcome);
const row = async (id: string) => (await findTrigger(environment.database, [id]))!;

test('a due trigger creates a started release, and records it in its run history', async () => {
  const id = await add({
    title: 'Nightly',
    releaseTitle: '${triggerTitle} ${counter} ${unknown}',
    tags: ['a', '${counter}'],
  });
  await makeDue(id, 1);
  expect(await engine.fireDue()).toEqual({ created: 1, refused: 0, failed: 0, skipped: 0, broken: 0 });
  const [run] = await ledger(id);
  expect(run).toMatchObject({
    outcome: 'created',
    reason: null,
    releaseTitle: 'Nightly 1 ${unknown}',
    username: 'SYSTEM',
  });
  const { release } = (await readRelease(environment.database, run!.releaseId!))!;
  expect(release).toMatchObject({
    status: 'IN_PROGRESS',
    createdFromTrigger: true,
    originTemplateId: templateId,
    tags: ['a', '1', id],
    owner: 'ann',
  });
  const { nextFireAt, fires, lastRunStatus, lastRunDate } = await row(id);
  expect([nextFireAt! - run!.scheduledAt!, fires, lastRunStatus, lastRunDate]).toEqual([
    3_600_000,
    1,
    'SUCCESS',
    run!.firedAt,
  ]);
  expect(await engine.fireDue()).toEqual({ created: 0, refused: 0, failed: 0, skipped: 0, broken: 0 });
});

test('the observer receives each fired time, with its delay', async () => {
  const outcomes: [string, boolean][] = [];
  const fired = (outcome: string, lateMs: number | null) =>
    outcomes.push([outcome, lateMs !== null && lateMs >= 5_000]);
  const watched = environment.engine({ observer: { ...noObserver, fired } });
  const id = await add({ allowParallelExecution: false });
  for (const _ of ['made', 'at its limit']) {
    await makeDue(id, 5);
    await watched.fireTrigger(id);
  }
  await environment.database.query({ text: 'update triggers set template_id = null' });
  await makeDue(id, 5);
  await watched.fireDue();
  expect(outcomes).toEqual([
    ['created', true],
    ['refused', true],
    ['failed', true],
  ]);
});

test('two engines create one release for one due time', async () => {
  const id = await add();
  await makeDue(id, 1);
  const engines = [engine, environment.engine(), environment.engine(), environment.engine()];
  await Promise.all(engines.flatMap((each) => [each.fireDue(), each.fireTrigger(id)]));
  expect(await outcomes(id)).toEqual(['created']);
});

test('of twenty concurrent firings of a trigger without parallel executions, one creates a release', async () => {
  const id = await add({ allowParallelExecution: false });
  const engines = [engine, environment.engine()];
  for (const round of [1, 2]) {
    const runs = Array.from({ length: 20 }, (_, index) => engines[index % 2]!.runTrigger(id, testUser));
    const ends = await Promise.allSettled(runs);
    const firedRuns = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect([round, firedRuns.length, refused.every((each) => each instanceof Conflict)]).toEqual([round, 1, true]);
    expect((await outcomes(id)).filter((outcome) => outcome === 'refused')).toHaveLength(19 * round);
    await engine.dispatch(firedRuns[0]!.releaseId!, {
      kind: 'command',
      caller: testUser,
      command: { type: 'abortRelease' },
    });
  }
});

test('twenty concurrent sweeps with a limit of one release for each trigger create one release', async () => {
  ({ templateId } = await template({ allowConcurrentReleasesFromTrigger: false }));
  const id = await add({ catchUp: 'all', periodicity: '1' });
  await makeDue(id, 19);
  await Promise.all(Array.from({ length: 20 }, () => engine.fireDue()));
  const ended = await outcomes(id);
  expect([ended.filter((each) => each === 'created').length, new Set(ended)]).toEqual([
    1,
    new Set(['created', 'refused']),
  ]);
  expect(ended.length).toBeGreaterThanOrEqual(20);
});

test('all triggers of a template share its limit', async () => {
  ({ templateId } = await template({ maxConcurrentReleases: 3 }));
  const ids = await Promise.all(Array.from({ length: 6 }, () => add()));
  await Promise.all(ids.map((id) => makeDue(id, 1)));
  await Promise.all([engine.fireDue(), environment.engine().fireDue()]);
  const all = (await Promise.all(ids.map(ledger))).flat();
  expect(all.map(({ outcome }) => outcome).toSorted()).toEqual([
    ...Array(3).fill('created'),
    ...Array(3).fill('refused'),
  ]);
  expect(all.find(({ outcome }) => outcome === 'refused')?.reason).toBe(
    '3 releases created by triggers from this template are running, and the maximum is 3',
  );
});

test.each([
  ['none', ['skipped'], 0],
  ['last', ['skipped', 'created'], 1],
  ['all', ['created', 'created', 'created', 'created'], 4],
] as const)(
  'after four missed times, a trigger that catches up with %s has %j',
  async (catchUp, expected, releases) => {
    const id = await add({ catchUp, periodicity: '600' });
    await makeDue(id, 2_000);
    await engine.fireDue();
    expect([await outcomes(id), (await row(id)).fires]).toEqual([expected, releases]);
    const { nextFireAt, anchor } = await row(id);
    expect([(nextFireAt! - anchor) % 600_000, nextFireAt! > Date.now()]).toEqual([0, true]);
  },
);

test('after a month, a trigger with `all` begins with the hundredth time from the end, and reports the skipped times', async () => {
  const month = 30 * 86_400;
  const id = await add({ catchUp: 'all', periodicity: '1' });
  await makeDue(id, month);
  const { nextFireAt: owed } = await row(id);
  expect(await engine.fireTrigger(id)).toBe(true);
  const [missed, run] = await ledger(id);
  expect(missed).toMatchObject({ outcome: 'skipped', scheduledAt: owed });
  const secondsLate = (run!.scheduledAt! - owed!) / 1000;
  expect(missed!.reason).toMatch(
    new RegExp(`^missed: all from \\S+ to \\S+ \\(${secondsLate}\\), because only the newest 100 missed times fire$`),
  );
  expect(Math.abs(secondsLate - month + 99)).toBeLessThan(60);
  expect((await row(id)).nextFireAt).toBe(run!.scheduledAt! + 1_000);
});

test('a fault of a trigger is recorded, and its next time is scheduled', async () => {
  const deletedTrigger = await add();
  await engine.deleteRelease(templateId, testUser);
  ({ templateId } = await template({ variables: [{ key: 'must', type: 'StringVariable' }] }));
  const missing = await add();
  const nowhere = await add({ releaseFolder: 'Applications/Folder${counter}' });
  const title = await add({ releaseTitle: ' ' });
  const ids = [deletedTrigger, missing, nowhere, title];
  await Promise.all(ids.map((id) => makeDue(id, 1)));
  expect(await engine.fireDue()).toEqual({ created: 0, refused: 0, failed: 4, skipped: 0, broken: 0 });
  const reasons = await Promise.all(ids.map(async (id) => (await ledger(id)).map(({ reason }) => reason)));
  expect(reasons).toEqual([
    ['the trigger has no template'],
    ['variables: a value is required for must'],
    ["there is no folder 'Folder1'"],
    ['title: a release needs a title'],
  ]);
  for (const id of ids)
    expect([(await row(id)).lastRunStatus, (await row(id)).nextFireAt! > Date.now()]).toEqual(['FAILURE', true]);
});

test('an unexpected error delays that trigger only', async () => {
  const [broken, well] = [await add(), await add()];
  await Promise.all([broken, well].map((id) => makeDue(id, 1)));
  await environment.database.query(
    { text: `update triggers set definition = definition || '{"timeZone": "Nowhere"}' where id = $1` },
    [broken],
  );
  const reported: string[] = [];
  const other = environment.engine({ onBroken: (_, id) => reported.push(id) });
  expect(await other.fireDue()).toEqual({ created: 1, refused: 0, failed: 0, skipped: 0, broken: 1 });
  expect([reported, await outcomes(well), await outcomes(broken)]).toEqual([[broken], ['created'], []]);
  expect(await other.fireDue()).toMatchObject({ broken: 0 });
});

test('creating, enabling or changing a trigger does not fire it', async () => {
  const id = await add({ enabled: false, initialFire: true });
  expect((await row(id)).nextFireAt).toBe(null);
  await engine.fireDue();
  expect(await switchTriggers(sharer(), [id, 'TriggerNone', id], true, null)).toEqual([id]);
  await engine.fireDue();
  await changeTrigger(sharer(), id, { periodicity: '60' }, null);
  await makeDue(id, 100_000);
  await changeTrigger(sharer(), id, { pollType: 'CRON', periodicity: '0 0 * * *' }, null);
  await engine.fireDue();
  expect(await outcomes(id)).toEqual([]);
  expect((await row(id)).nextFireAt! > Date.now()).toBe(true);
  expect(await switchTriggers(sharer(), [id], false, null)).toEqual([id]);
  expect(await switchTriggers(sharer(), [id], false, null)).toEqual([]);
  expect((await row(id)).nextFireAt).toBe(null);
});

test('a change without new times keeps the due times', async () => {
  const id = await add();
  await makeDue(id, 5);
  await changeTrigger(sharer(), id, { title: 'Nightly indeed' }, null);
  await engine.fireDue();
  expect((await ledger(id)).map(({ releaseTitle }) => releaseTitle)).toEqual(['Nightly indeed']);
});
