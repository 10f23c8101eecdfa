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

/** How long a rehearsal may take. */
interface WarmUpLimits {
  /** The maximum duration; 2 s by default. */
  readonly maxMs?: number;
  /** after so long the play is not given again */
  readonly repeatUntilMs?: number;
}

/**
 * Runs the most frequent requests of clients, so that the first clients do not wait for uncompiled code and unplanned
 * statements. It uses the parts of this process on its own database, in a transaction that is rolled back, as a user
 * that it creates there. Ends within two seconds, and never throws: after an error the process starts cold.
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
    // the way to the runner: a script of ours that is not run
    scripts?.compile('javascript', '').catch(() => null),
  ]);
  try {
    await Promise.race([warmUpRun, timeout]);
    logger.debug({ ms: elapsedMs() }, 'the api has rehearsed');
  } catch (error) {
    logger.info({ ms: elapsedMs(), error }, 'the api could not rehearse, and its first answers are slower');
  }
}

/** Gives the play once, and again while `goesOn`. */
async function runScenario(processDeps: ProcessDeps, database: Database, shouldRepeat: () => boolean): Promise<void> {
  const name = `rehearsal-${randomUUID()}`;
  const { app, settled } = createTestApp(processDeps, database);
  const authorization = await createTestUser(database, name);
  const scenario = await prepareScenario({ sendRequest: createInMemoryClient(app), authorization, name });
  do {
    await scenario();
    await settled();
  } while (shouldRepeat());
}

/** The API on another database, without logs and metrics. */
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
  });
  const settled = async () => {
    await Promise.all(events.splice(0));
    await engine.waitUntilIdle();
  };
  return { app, settled };
}

/** Makes a user who may do everything; answers the header by which they log in. */
async function createTestUser(database: Database, username: string): Promise<string> {
  const password = randomUUID();
  const passwordHash = await hashForWarmUp(password);
  await addUser(database, { username, passwordHash, fullName: null, email: null });
  await addRole(database, { id: newId('Role'), name: username, permissions: ['admin'], principals: [username] });
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
