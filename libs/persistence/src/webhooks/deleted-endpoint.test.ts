import { NotFound } from '@slipway/domain/model';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../../../../test/harness/database.ts';
import { addConfiguration, removeConfiguration } from '../configurations/configurations.ts';
import { openDatabase } from '../database/database.ts';
import { replayReceivedEvent, storeReceivedEvent } from './received-events.ts';

const fresh = await freshDatabase();
const database = openDatabase({
  url: fresh.url,
  lockTimeoutMs: 600_000,
  statementTimeoutMs: 600_000,
  idleTimeoutMs: 600_000,
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const id = 'ConfigurationHook';
const request = {
  id: 'Delivery1',
  endpointId: id,
  method: 'POST',
  path: 'hook',
  parameters: {},
  headers: {},
  body: '{}',
};
let version = 0;
beforeEach(async () => {
  const own = {
    id,
    type: 'events.PostWebhookEndpoint',
    folderId: null,
    title: 'Hook',
    path: 'hook',
    eventSource: null,
  };
  await addConfiguration(database, { ...own, properties: {}, secrets: {}, variableMapping: {} });
  const [row] = await database.query<{ version: number }>(
    { text: 'select version from configurations where id = $1' },
    [id],
  );
  version = row?.version ?? 0;
});

/** Runs work that waits for a concurrent deletion of the endpoint, then commits the deletion. */
async function duringDeletion<T>(work: () => Promise<T>): Promise<T> {
  const waiting = {
    text: `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  };
  let doing: Promise<T> | undefined;
  await database.transaction(async (connection) => {
    await removeConfiguration(connection, id);
    doing = work();
    doing.catch(() => {});
    await expect.poll(() => database.query(waiting)).not.toEqual([]);
  });
  if (doing === undefined) throw new Error('nothing was done');
  return await doing;
}

test('a request to an endpoint during its deletion is not stored', async () => {
  expect(
    await duringDeletion(() => storeReceivedEvent(database, { ...request, deduplicationKey: null }, version)),
  ).toBe('changed');
});

test('a replay during the deletion of the endpoint throws NotFound', async () => {
  await storeReceivedEvent(database, { ...request, deduplicationKey: null }, version);
  const replay = { id: 'Delivery2', of: request.id, reason: 'replayed by ann' };
  await expect(duringDeletion(() => replayReceivedEvent(database, replay))).rejects.toThrow(NotFound);
});
