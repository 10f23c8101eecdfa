import { plainText } from '@slipway/domain/messages';
import { Conflict, NotFound } from '@slipway/domain/model';
import { pollError, type TriggerPatch } from '@slipway/domain/triggers';
import { createSeal } from '@slipway/persistence/secrets';
import { findTrigger, listRuns } from '@slipway/persistence/triggers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Engine } from '../engine.ts';
import { openTestEnvironment, plan, type TestEnvironment, testUser } from '../testing.ts';
import { addTrigger, changeTrigger } from './change-trigger.ts';
import { requestPoll } from './polls.ts';

let environment: TestEnvironment;
let engine: Engine;
let templateId: string;
beforeAll(async () => {
  environment = await openTestEnvironment({ connections: 24 });
  engine = environment.engine();
});
afterAll(() => environment.close());
beforeEach(async () => {
  await environment.database.query({ text: 'delete from triggers' });
  ({ id: templateId } = (await engine.createTemplate(plan({ Build: ['compile'] }), 'Applications', testUser)).release);
});

const sharer = () => ({ database: environment.database, seal: createSeal('a secret for tests') });
const add = (patch: TriggerPatch = {}) =>
  addTrigger(
    sharer(),
    {
      id: null,
      type: 'ReleaseTrigger',
      pollerType: 'acme.Push',
      title: 'Pushes',
      folderId: 'Applications',
      periodicity: '3600',
      releaseTitle: 'Ship ${commit}',
      templateId,
      ...patch,
    },
    null,
  );
const ask = (id: string) => requestPoll(environment.database, id, 'ann');
const polledState = (state: string | null) => ({ state, values: { commit: state } });
const ledger = async (id: string) => await listRuns(environment.database, id, { limit: 100, offset: 0 });
const outcomes = async (id: string) => (await ledger(id)).map(({ outcome }) => outcome);
const row = async (id: string) => (await findTrigger(environment.database, [id]))!;
const claim = async (holdMs = 60_000) => (await engine.polls.claim(holdMs))!;

/** Runs one poll, on request. */
async function poll(id: string, state: string | null | Error): Promise<void> {
  await ask(id);
  await engine.polls.end(await claim(), state instanceof Error ? state : polledState(state));
}

test('a trigger is not due before its time, and then one process claims it', async () => {
  const id = await add();
  expect(await engine.polls.claim(60_000)).toBeNull();
  await ask(id);
  const all = await Promise.all(Array.from({ length: 12 }, () => environment.engine().polls.claim(60_000)));
  expect(all.flatMap((each) => each?.triggerId ?? [])).toEqual([id]);
  await expect(ask(id)).rejects.toThrow(new Conflict(`trigger '${id}' is polling now: see its runs for the result`));
  await expect(ask('TriggerNone')).rejects.toThrow(new NotFound("there is no trigger 'TriggerNone'"));
});

test('of many due triggers, each is claimed once, the longest overdue first', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 20; at++) {
    const id = await add();
    ids.push(id);
    await ask(id);
  }
  const claimed: string[] = [];
  for (
    let claimedPoll = await engine.polls.claim(60_000);
    claimedPoll !== null;
    claimedPoll = await engine.polls.claim(60_000)
  )
    claimed.push(claimedPoll.triggerId);
  expect(claimed).toEqual(ids);
});

test('an expired lease belongs to another process, and a late result changes nothing', async () => {
  const id = await add({ triggerState: 'a' });
  await ask(id);
  const first = await claim(0);
  const second = await claim();
  expect(second.triggerId).toBe(id);
  expect(await Promise.all([first, second].map((each) => engine.polls.extend(each, 60_000)))).toEqual([false, true]);
  await engine.polls.end(first, polledState('late'));
  await engine.polls.end(first, polledState('a'));
  await engine.polls.postpone(first);
  expect([await outcomes(id), (await row(id)).trigger.triggerState]).toEqual([[], 'a']);
  await engine.polls.end(second, polledState('b'));
  await engine.polls.end(second, polledState('c'));
  expect([await outcomes(id), (await row(id)).trigger.triggerState]).toEqual([['created'], 'b']);
});

test('a change of the trigger invalidates a running poll', async () => {
  const id = await add({ triggerState: 'a' });
  await ask(id);
  const before = await claim();
  await changeTrigger(sharer(), id, { title: 'Others' }, null);
  await engine.polls.end(before, polledState('b'));
  expect([await outcomes(id), (await row(id)).trigger.triggerState]).toEqual([[], 'a']);
});

test('an unchanged result of a schedule writes nothing, and the next time is in the future', async () => {
  const id = await add({ triggerState: 'a', periodicity: '60' });
  await environment.database.query({ text: "update triggers set next_fire_at = now() - interval '1 hour'" });
  await engine.polls.end(await claim(), polledState('a'));
  const { nextFireAt, lastRunStatus } = await row(id);
  expect([nextFireAt! > Date.now(), lastRunStatus, await outcomes(id)]).toEqual([true, 'SUCCESS', []]);
  await environment.database.query({ text: "update triggers set next_fire_at = now() - interval '1 hour'" });
  await engine.polls.end(await claim(), polledState('b'));
  expect(await ledger(id)).toMatchObject([{ outcome: 'created', releaseTitle: 'Ship b', username: 'SYSTEM' }]);
});

test('state and release are stored together, or neither is', async () => {
  const id = await add();
  await poll(id, 'a');
  await poll(id, 'b');
  await poll(id, pollError(plainText('no answer'), ''));
  await changeTrigger(sharer(), id, { releaseFolder: 'FolderNone' }, null);
  await poll(id, 'c');
  expect((await ledger(id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['failed', "there is no folder 'FolderNone'"],
    ['failed', 'the poll has failed: no answer'],
    ['created', null],
    ['skipped', 'the first poll only records the current state'],
  ]);
  expect((await row(id)).trigger.triggerState).toBe('b');
  await changeTrigger(sharer(), id, { releaseFolder: 'Applications' }, null);
  await poll(id, 'c');
  expect([(await row(id)).trigger.triggerState, (await row(id)).fires]).toEqual(['c', 2]);
});

test('a failed poll is due after a pause, and a released one immediately', async () => {
  const id = await add();
  await ask(id);
  await engine.polls.release(await claim());
  const again = await claim();
  await engine.polls.postpone(again);
  expect(await engine.polls.claim(60_000)).toBeNull();
  await environment.database.query({ text: 'update triggers set retry_at = now()' });
  expect((await claim()).requestedBy).toBe('ann');
});
