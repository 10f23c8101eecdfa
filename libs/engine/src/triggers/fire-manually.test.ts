import { Conflict } from '@slipway/domain/model';
import { DuplicateRequest, findKey } from '@slipway/persistence/plans';
import { createSeal } from '@slipway/persistence/secrets';
import { findTrigger, listRuns } from '@slipway/persistence/triggers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../engine.ts';
import { addEndpoint, openTestEnvironment, plan, type TestEnvironment, testUser } from '../testing.ts';
import { addTrigger } from './change-trigger.ts';

let environment: TestEnvironment;
let engine: Engine;
let templateId: string;
beforeAll(async () => {
  environment = await openTestEnvironment();
  engine = environment.engine();
  const { release } = await engine.createTemplate(plan({ Build: ['compile'] }), 'Applications', testUser);
  templateId = release.id;
});
afterAll(() => environment.close());

const key = (id: string) => ({ id, fingerprint: 'f' });
const add = (patch = {}) =>
  addTrigger(
    { database: environment.database, seal: createSeal('a secret for tests') },
    { id: null, title: 'Nightly', folderId: 'Applications', periodicity: '3600', templateId, ...patch },
    null,
  );
const outcomes = async (id: string) =>
  (await listRuns(environment.database, id, { limit: 10, offset: 0 })).map(({ outcome }) => outcome);

test('a manual run with a key creates one release, which the key refers to, and does not change the due time', async () => {
  const id = await add();
  const before = await findTrigger(environment.database, [id]);
  const run = () => engine.withPreconditions({ expected: null, key: key('once') }).runTrigger(id, testUser);
  const { releaseId, username, scheduledAt } = await run();
  expect([username, scheduledAt]).toEqual(['ann', null]);
  expect(await findKey(environment.database, 'once')).toMatchObject({ releaseId, answer: null });
  await expect(run()).rejects.toThrow(DuplicateRequest);
  expect(await outcomes(id)).toEqual(['created']);
  expect((await findTrigger(environment.database, [id]))?.nextFireAt).toBe(before?.nextFireAt);
});

test('without a release, the run history contains the reason, and the key is not stored', async () => {
  const id = await add({ allowParallelExecution: false });
  await engine.runTrigger(id, testUser);
  const again = engine.withPreconditions({ expected: null, key: key('refused') }).runTrigger(id, testUser);
  await expect(again).rejects.toThrow(Conflict);
  expect(await findKey(environment.database, 'refused')).toBe(null);
  const broken = await add({ templateId: null });
  await expect(engine.runTrigger(broken, testUser)).rejects.toThrow('created no release: the trigger has no template');
  expect([await outcomes(id), await outcomes(broken)]).toEqual([['refused', 'created'], ['failed']]);
});

test('an event trigger or an unknown trigger cannot be fired manually', async () => {
  const { listen } = await addEndpoint(environment.database, templateId);
  const id = await listen();
  await expect(engine.runTrigger(id, testUser)).rejects.toThrow('replay a delivery');
  expect(await outcomes(id)).toEqual([]);
  await expect(engine.runTrigger('TriggerNone', testUser)).rejects.toThrow("there is no trigger 'TriggerNone'");
});
