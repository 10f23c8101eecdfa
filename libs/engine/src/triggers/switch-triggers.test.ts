import type { TriggerPatch } from '@slipway/domain/triggers';
import { createSeal } from '@slipway/persistence/secrets';
import { findTrigger } from '@slipway/persistence/triggers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestEnvironment, type TestEnvironment } from '../testing.ts';
import { addTrigger, switchTriggers } from './change-trigger.ts';

let environment: TestEnvironment;
const seal = createSeal('a secret for tests');
beforeAll(async () => {
  environment = await openTestEnvironment();
});
afterAll(() => environment.close());

const sharer = () => ({ database: environment.database, seal });
const add = (patch: TriggerPatch = {}) =>
  addTrigger(sharer(), { id: null, title: 'T', folderId: 'Applications', periodicity: '3600', ...patch }, null);
const row = async (id: string) => (await findTrigger(environment.database, [id]))!;

test('many triggers are enabled or disabled together, each with its own next time', async () => {
  const hourly = await add();
  const nightly = await add({ pollType: 'CRON', periodicity: '0 3 * * *' });
  const idle = await add({ enabled: false });
  const all = [nightly, idle, hourly, nightly];
  expect(await switchTriggers(sharer(), all, false, null)).toEqual([hourly, nightly].toSorted());
  const readNextFireAt = async () => Promise.all(all.slice(0, 3).map(async (id) => (await row(id)).nextFireAt));
  expect(await readNextFireAt()).toEqual([null, null, null]);
  const both = await Promise.all([
    switchTriggers(sharer(), all, true, null),
    switchTriggers(sharer(), all.toReversed(), true, null),
  ]);
  expect(both.flat().toSorted()).toEqual([hourly, nightly, idle].toSorted());
  const { anchor } = await row(hourly);
  const [atThree, ...hours] = await readNextFireAt();
  expect(hours).toEqual([anchor + 3_600_000, anchor + 3_600_000]);
  expect([new Date(atThree!).toISOString().slice(11), atThree! > anchor]).toEqual(['03:00:00.000Z', true]);
});
