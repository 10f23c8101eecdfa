import { allowAll, type Engine } from '@slipway/engine';
import { type Database, openDatabase } from '@slipway/persistence/database';
import { readRelease } from '@slipway/persistence/plans';
import { createLogger, createMetrics } from '@slipway/process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestEnvironment, type TestEnvironment } from '../testing.ts';
import { startMaintenance } from './maintenance.ts';

const caller = allowAll('ann');
let environment: TestEnvironment;
let database: Database;
let engine: Engine;
beforeAll(async () => {
  environment = await openTestEnvironment();
  ({ database, engine } = environment);
});
afterAll(() => environment.close());

function captureLogs() {
  const lines: string[] = [];
  const logger = createLogger({ logLevel: 'info' }, { write: (line) => lines.push(line) });
  return { logger, logged: () => lines.map((line): Record<string, unknown> => JSON.parse(line)) };
}

async function startRelease() {
  const phases = [{ title: 'Build', tasks: [{ title: 'compile' }] }];
  const { release: template } = await engine.createTemplate({ title: 'Plan', phases }, 'Applications', caller);
  const order = {
    releaseTitle: 'Night build',
    folderId: null,
    variables: {},
    scheduledStartDate: null,
    autoStart: true,
    startedFromTaskId: null,
    releaseOwner: null,
  };
  return (await engine.createRelease(template.id, order, caller)).release;
}

test('finished releases are archived, stale ones aborted, and stuck ones reported', async () => {
  const [finished, stale, stuck] = [await startRelease(), await startRelease(), await startRelease()];
  const command = { type: 'abortRelease', abortComment: 'enough' } as const;
  await engine.dispatch(finished.id, { kind: 'command', caller, command });
  await database.query({ text: `update live_releases set start_date = start_date - interval '9 days' where id = $1` }, [
    stale.id,
  ]);
  await database.query(
    { text: `update live_activities set event_time = event_time - interval '9 days' where release_id = $1` },
    [stale.id],
  );
  await database.query({ text: `update live_tasks set status = 'PLANNED', start_date = null where release_id = $1` }, [
    stuck.id,
  ]);
  await database.query(
    { text: `insert into triggered_releases select id, 'Trigger1', 'Release1' from unnest($1::text[]) as id` },
    [[finished.id, stuck.id, 'ReleaseDeleted']],
  );
  await database.query({
    text: `insert into audit (at, action) values (now() - interval '91 days', 'LOGIN_FAILED'), (now(), 'USER_CREATED')`,
  });
  const { logger, logged } = captureLogs();
  const config = { archiveAfterDays: 0, abortStaleAfterDays: 8, auditKeepDays: 90 };
  const metrics = createMetrics();
  const findingsCount = async () => /^slipway_consistency_findings (.*)$/m.exec(await metrics.text())?.[1];
  const maintenance = startMaintenance({ engine, database, logger, config, metrics, intervalMs: 1 });
  expect(await findingsCount()).toBe('Nan');
  await expect.poll(findingsCount, { interval: 10 }).toBe('2');
  const statusOf = async (id: string) =>
    (await readRelease(database, id, { archived: true }))?.release.status ?? 'live';
  // A round archives the releases that the round before aborted.
  await expect.poll(() => statusOf(stale.id), { interval: 10 }).toBe('ABORTED');
  await maintenance.stop();
  const lines = logged().length;
  expect([await statusOf(finished.id), await statusOf(stuck.id)]).toEqual(['ABORTED', 'live']);
  expect(await database.query({ text: 'select release_id as id from triggered_releases' })).toEqual([{ id: stuck.id }]);
  expect(await database.query({ text: 'select action from audit' })).toEqual([{ action: 'USER_CREATED' }]);
  expect(logged().slice(0, 3)).toMatchObject([
    { level: 'info', msg: 'finished releases were archived or deleted', archived: 1, deleted: 0 },
    { level: 'info', msg: 'stale releases were aborted', aborted: 1 },
    {
      level: 'error',
      msg: 'the consistency check found stuck releases or triggers',
      count: 2,
      findings: [
        { kind: 'unsettled', id: stuck.id },
        { kind: 'stuck', id: stuck.id },
      ],
    },
  ]);
  await new Promise(setImmediate);
  expect(logged()).toHaveLength(lines);
});

test('without a number of days, no release is aborted, and a failed task does not affect others', async () => {
  const { logger, logged } = captureLogs();
  const stoppedDatabase = openDatabase({ url: environment.url });
  await stoppedDatabase.stop();
  const config = { archiveAfterDays: 30, abortStaleAfterDays: undefined, auditKeepDays: 90 };
  const maintenance = startMaintenance({
    engine,
    database: stoppedDatabase,
    logger,
    config,
    metrics: createMetrics(),
    intervalMs: 1,
  });
  await expect.poll(() => logged().length, { interval: 5 }).toBeGreaterThan(1);
  await maintenance.stop();
  expect(logged()[0]).toMatchObject({
    level: 'warn',
    msg: 'a maintenance task failed and will be retried',
  });
});
