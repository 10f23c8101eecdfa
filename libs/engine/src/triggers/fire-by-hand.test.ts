import { Conflict } from '@slipway/domain';
import { createSeal, findKey, findTrigger, listRuns, Repeated } from '@slipway/persistence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../engine.ts';
import { endpointOn, type Ground, openGround, plan, someone } from '../testing.ts';
import { addTrigger } from './change-trigger.ts';

let ground: Ground;
let engine: Engine;
let templateId: string;
beforeAll(async () => {
  ground = await openGround();
  engine = ground.engine();
  const { release } = await engine.createTemplate(plan({ Build: ['compile'] }), 'Applications', someone);
  templateId = release.id;
});
afterAll(() => ground.close());

const key = (id: string) => ({ id, fingerprint: 'f' });
const add = (patch = {}) =>
  addTrigger(
    { database: ground.database, seal: createSeal('a secret for tests') },
    { id: null, title: 'Nightly', folderId: 'Applications', periodicity: '3600', templateId, ...patch },
    null,
  );
const outcomes = async (id: string) =>
  (await listRuns(ground.database, id, { limit: 10, offset: 0 })).map(({ outcome }) => outcome);

test('a manual run with a key creates one release, which the key refers to, and does not change the due time', async () => {
  const id = await add();
  const before = await findTrigger(ground.database, [id]);
  const run = () => engine.under({ expected: null, key: key('once') }).runTrigger(id, someone);
  const { releaseId, username, scheduledAt } = await run();
  expect([username, scheduledAt]).toEqual(['ann', null]);
  expect(await findKey(ground.database, 'once')).toMatchObject({ releaseId, answer: null });
  await expect(run()).rejects.toThrow(Repeated);
  expect(await outcomes(id)).toEqual(['created']);
  expect((await findTrigger(ground.database, [id]))?.nextFireAt).toBe(before?.nextFireAt);
});

test('without a release, the run history has the reason and the key is not stored', async () => {
  const id = await add({ allowParallelExecution: false });
  await engine.runTrigger(id, someone);
  const again = engine.under({ expected: null, key: key('refused') }).runTrigger(id, someone);
  await expect(again).rejects.toThrow(Conflict);
  expect(await findKey(ground.database, 'refused')).toBe(null);
  const broken = await add({ templateId: null });
  await expect(engine.runTrigger(broken, someone)).rejects.toThrow('made no release: the trigger has no template');
  expect([await outcomes(id), await outcomes(broken)]).toEqual([['refused', 'created'], ['failed']]);
});

test('an event trigger cannot be fired manually, and an unknown trigger neither', async () => {
  const { listen } = await endpointOn(ground.database, templateId);
  const id = await listen();
  await expect(engine.runTrigger(id, someone)).rejects.toThrow('replay a delivery to fire it manually');
  expect(await outcomes(id)).toEqual([]);
  await expect(engine.runTrigger('TriggerNone', someone)).rejects.toThrow("there is no trigger 'TriggerNone'");
});
