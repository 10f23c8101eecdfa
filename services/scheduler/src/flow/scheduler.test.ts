import { allowAll, createEngine, type Engine } from '@slipway/engine';
import { type Database, openDatabase } from '@slipway/persistence/database';
import { readRelease } from '@slipway/persistence/plans';
import { createSeal } from '@slipway/persistence/secrets';
import { createLogger } from '@slipway/process';
import { openActivePlugins } from '@slipway/startup';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { retryBeforeDeadline } from '../../../../test/harness/retry-before-deadline.ts';
import { openTestEnvironment, type TestEnvironment } from '../testing.ts';
import { startScheduler } from './scheduler.ts';

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
  return { lines, logger: createLogger({ logLevel: 'info' }, { write: (line) => lines.push(line) }) };
}

test('a release starts shortly after its date', async () => {
  const { lines, logger } = captureLogs();
  const phases = [{ title: 'Build', tasks: [{ title: 'compile' }] }];
  const { release: template } = await engine.createTemplate({ title: 'Plan', phases }, 'Applications', caller);
  const release = await retryBeforeDeadline(async (scheduledStartDate) => {
    const order = {
      releaseTitle: 'Night build',
      folderId: null,
      variables: {},
      scheduledStartDate,
      autoStart: true,
      startedFromTaskId: null,
      releaseOwner: null,
    };
    const created = await engine.createRelease(template.id, order, caller);
    expect(created.release.status).toBe('PLANNED');
    return created.release;
  }, 100);
  const scheduler = startScheduler({ engine, logger, plugins: openActivePlugins(database), intervalMs: 20 });
  await expect
    .poll(async () => (await readRelease(database, release.id))?.release.status, { interval: 20 })
    .toBe('IN_PROGRESS');
  await scheduler.stop();
  expect(lines).toEqual([]);
});

test('a failed pass is logged, and the next one runs', async () => {
  const { lines, logger } = captureLogs();
  const stoppedDatabase = openDatabase({ url: environment.url });
  await stoppedDatabase.stop();
  const broken = createEngine({ database: stoppedDatabase, seal: createSeal('a secret for tests') });
  const scheduler = startScheduler({ engine: broken, logger, plugins: openActivePlugins(database), intervalMs: 1 });
  await expect.poll(() => lines.length, { interval: 5 }).toBeGreaterThan(4);
  await scheduler.stop();
  const lineCount = lines.length;
  const messages = new Set(lines.map((line) => [JSON.parse(line).level, JSON.parse(line).msg].join(': ')));
  expect(messages).toContain('warn: a sweep failed; will retry');
  expect(messages).toContain('warn: could not find due triggers; will retry');
  await new Promise(setImmediate);
  expect(lines).toHaveLength(lineCount);
});
