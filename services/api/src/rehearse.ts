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
  /** one that has not ended by then is given up; 2 s where nothing is said */
  readonly mostMs?: number;
  /** after so long the play is not given again */
  readonly enoughMs?: number;
}

/**
 * Does unseen what clients do most, so that the first of them do not wait for code that has never run and statements that were
 * never planned. All of it is done by the parts of this process on its own database, in a transaction that is never
 * committed, as somebody who is made in it. Ends in two seconds at most, and never throws: who could not rehearse begins cold.
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

/** The api as it is, on another database and seen by nobody. */
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
        throw new Error('nobody watches a rehearsal');
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
