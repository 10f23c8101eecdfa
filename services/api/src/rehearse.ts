import { randomUUID } from 'node:crypto';
import { rehearse } from '@slipway/bootstrap';
import { createEngine, newId } from '@slipway/engine';
import { addRole, addUser, type Database } from '@slipway/persistence';
import { createApp } from './app.ts';
import type { ProcessDeps } from './context/deps.ts';
import { hashRehearsed } from './people/passwords.ts';
import { pluginsIn } from './plugins/install.ts';
import { inMemory } from './rehearsal/in-memory.ts';
import { preparePlay } from './rehearsal/play.ts';
import { agreeing, silent, uncounted, unrecorded } from './rehearsal/unseen.ts';
import { asking } from './webhooks/process-events.ts';

/** How long a rehearsal may take. */
interface Limits {
  /** The maximum duration; 2 s by default. */
  readonly mostMs?: number;
  /** after so long the play is not given again */
  readonly enoughMs?: number;
}

/**
 * Runs the most frequent requests of clients, so that the first clients do not wait for uncompiled code and unplanned
 * statements. It uses the parts of this process on its own database, in a transaction that is rolled back, as a user
 * that it creates there. Ends within two seconds, and never throws: after an error the process starts cold.
 */
export async function rehearseApi(given: ProcessDeps, { mostMs = 2_000, enoughMs = 400 }: Limits = {}): Promise<void> {
  const { logger, database, scripts } = given;
  const began = performance.now();
  const passed = () => Math.round(performance.now() - began);
  const signal = AbortSignal.timeout(mostMs);
  const late = new Promise<never>((_, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
  });
  const rehearsing = Promise.all([
    rehearse(database, (rehearsed) => perform(given, rehearsed, () => passed() < enoughMs), signal),
    // the way to the runner: a script of ours that is not run
    scripts?.compile('javascript', '').catch(() => null),
  ]);
  try {
    await Promise.race([rehearsing, late]);
    logger.debug({ ms: passed() }, 'the api has rehearsed');
  } catch (error) {
    logger.info({ ms: passed(), error }, 'the api could not rehearse, and its first answers are slower');
  }
}

/** Gives the play once, and again while `goesOn`. */
async function perform(given: ProcessDeps, database: Database, goesOn: () => boolean): Promise<void> {
  const name = `rehearsal-${randomUUID()}`;
  const { app, settled } = stageOn(given, database);
  const authorization = await makeSomebody(database, name);
  const play = await preparePlay({ ask: inMemory(app), authorization, name });
  do {
    await play();
    await settled();
  } while (goesOn());
}

/** The API on another database, without logs and metrics. */
function stageOn(given: ProcessDeps, database: Database) {
  const plain = { contextRoot: '', licenseFile: undefined, licensePublicKeyFile: undefined, oidc: undefined };
  const deps = {
    ...given,
    ...{ database, engine: createEngine({ database, seal: given.seal }), replica: undefined },
    ...{ logger: silent, metrics: uncounted, scripts: agreeing },
    config: { ...given.config, ...plain, ldap: undefined },
    plugins: given.plugins ?? pluginsIn(database),
  };
  const { engine } = deps;
  const ask = asking(deps);
  const events: Promise<unknown>[] = [];
  const app = createApp(deps, {
    processEvent: (id) => void events.push(engine.processEvents([id], ask).catch(() => {})),
    recorders: unrecorded,
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
    await engine.settled();
  };
  return { app, settled };
}

/** Makes a user who may do everything; answers the header by which they log in. */
async function makeSomebody(database: Database, username: string): Promise<string> {
  const password = randomUUID();
  const passwordHash = await hashRehearsed(password);
  await addUser(database, { username, passwordHash, fullName: null, email: null });
  await addRole(database, { id: newId('Role'), name: username, permissions: ['admin'], principals: [username] });
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
