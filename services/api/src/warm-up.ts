import { randomUUID } from 'node:crypto';
import { createEngine, newId } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { addRole, addUser } from '@slipway/persistence/people';
import { runRolledBack } from '@slipway/startup';
import { createApp } from './app.ts';
import type { ProcessDeps } from './dependencies/deps.ts';
import { hashForWarmUp } from './people/passwords.ts';
import { createActivePlugins } from './plugins/install.ts';
import { createInMemoryClient } from './warmup/in-memory-client.ts';
import { approveAllRunner, noopLogger, noopMetrics, noopRecorders } from './warmup/noop.ts';
import { prepareScenario } from './warmup/scenario.ts';
import { eventEvaluators } from './webhooks/process-events.ts';

/** The limits of a warm-up. */
interface WarmUpLimits {
  /** The maximum duration in milliseconds. 2,000 by default. */
  readonly maxMs?: number;
  /** The time after which the scenario is not repeated, in milliseconds. 400 by default. */
  readonly repeatUntilMs?: number;
}

/**
 * Runs the most frequent requests of clients, so that the first clients do not wait for uncompiled code and unplanned
 * statements. It uses the database of this process, in a transaction that is rolled back, with a user that exists only
 * there. It ends within two seconds and never throws. After an error, the process starts without a warm-up.
 */
export async function warmUpApi(
  processDeps: ProcessDeps,
  { maxMs = 2_000, repeatUntilMs = 400 }: WarmUpLimits = {},
): Promise<void> {
  const { logger, database, scripts } = processDeps;
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  const signal = AbortSignal.timeout(maxMs);
  const timeout = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const warmUpRun = Promise.all([
    runRolledBack(
      database,
      (rolledBackDatabase) => runScenario(processDeps, rolledBackDatabase, () => elapsedMs() < repeatUntilMs),
      signal,
    ),
    // Opens the connection to the script runner with an empty script, which is only compiled.
    scripts?.compile('javascript', '').catch(() => null),
  ]);
  try {
    await Promise.race([warmUpRun, timeout]);
    logger.debug({ ms: elapsedMs() }, 'the warm-up of the api has completed');
  } catch (error) {
    logger.info({ ms: elapsedMs(), error }, 'the warm-up of the api failed; its first responses are slower');
  }
}

/** Runs the scenario once, and repeats it while `shouldRepeat` returns true. */
async function runScenario(processDeps: ProcessDeps, database: Database, shouldRepeat: () => boolean): Promise<void> {
  const name = `warm-up-${randomUUID()}`;
  const { app, settled } = createTestApp(processDeps, database);
  const authorization = await createTestUser(database, name);
  const scenario = await prepareScenario({ sendRequest: createInMemoryClient(app), authorization, name });
  do {
    await scenario();
    await settled();
  } while (shouldRepeat());
}

/**
 * Creates an API on another database, without logs and metrics. `settled` waits for the work that its requests started.
 */
function createTestApp(processDeps: ProcessDeps, database: Database) {
  const overrides = { contextRoot: '', licenseFile: undefined, licensePublicKeyFile: undefined, oidc: undefined };
  const deps = {
    ...processDeps,
    ...{ database, engine: createEngine({ database, seal: processDeps.seal }), replica: undefined },
    ...{ logger: noopLogger, metrics: noopMetrics, scripts: approveAllRunner },
    config: { ...processDeps.config, ...overrides, ldap: undefined },
    plugins: processDeps.plugins ?? createActivePlugins(database),
  };
  const { engine } = deps;
  const evaluators = eventEvaluators(deps);
  const events: Promise<unknown>[] = [];
  const app = createApp(deps, {
    processEvent: (id) => void events.push(engine.processEvents([id], evaluators).catch(() => {})),
    recorders: noopRecorders,
    signOn: { directory: null, provider: null },
    live: {
      open: () => {
        throw new Error('live streams are disabled during the warm-up');
      },
    },
    board: null,
    resetMails: null,
  });
  const settled = async () => {
    await Promise.all(events.splice(0));
    await engine.waitUntilIdle();
  };
  return { app, settled };
}

/** Creates a user with all permissions. Returns the value of the `Authorization` header for this user. */
async function createTestUser(database: Database, username: string): Promise<string> {
  const password = randomUUID();
  const passwordHash = await hashForWarmUp(password);
  await addUser(database, { username, passwordHash, fullName: null, email: null });
  await addRole(database, { id: newId('Role'), name: username, permissions: ['admin'], principals: [username] });
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
