import type { AutomatedTypes } from '@slipway/domain/model';
import { type OpenDatabase, openDatabase } from '@slipway/persistence/database';
import { createSeal, requireKeys, type Seal } from '@slipway/persistence/secrets';
import { openQueue, type Queue } from '@slipway/queue';
import { createEngine, type Engine } from './engine.ts';
import { createClock } from './environment/clock.ts';
import { noObserver, type Observer } from './environment/observer.ts';

/** An engine on its own database, with its shared services. */
export interface OpenEngine {
  readonly engine: Engine;
  readonly database: OpenDatabase;
  readonly seal: Seal;
  /** On Redis or on the same database. The engine sends to it, and a scheduler consumes it. */
  readonly queue: Queue;
  /** Waits for the consequences of earlier calls, then closes the database. */
  stop(): Promise<void>;
}

interface EngineSettings {
  readonly url: string;
  /** the direct address of PostgreSQL if `url` is that of a pooler; the queue listens there */
  readonly directUrl?: string | undefined;
  /** the key that encrypts secrets: 32 bytes in base64 */
  readonly secretKey: string;
  /** the previous key, which still decrypts secrets */
  readonly secretKeyPrevious?: string | undefined;
  /** the maximum number of connections */
  readonly connections?: number;
  /** the address of Redis for the queue; without it, the queue is in the database */
  readonly redisUrl?: string | undefined;
  /** Receives the events of the engine. */
  readonly observer?: Observer;
  /** the task types that the script runner currently supports */
  readonly automatedTypes?: (() => AutomatedTypes) | undefined;
  /** External login is enabled: unknown user names are accepted. */
  readonly outsideLogin?: boolean | undefined;
  /** Logs problems that end automatically. */
  readonly warn: (fields: object, sentence: string) => void;
}

/**
 * Opens a migrated database, and an engine on it. Throws UnsuitableDatabase if the database contains a secret of an
 * unknown key.
 */
export async function openEngine(settings: EngineSettings): Promise<OpenEngine> {
  const {
    url,
    directUrl,
    redisUrl,
    observer = noObserver,
    automatedTypes,
    outsideLogin: acceptsUnknownUsers,
    warn,
  } = settings;
  const seal = createSeal(settings.secretKey, settings.secretKeyPrevious);
  const database = openDatabase({
    url,
    pooled: directUrl !== undefined,
    connections: settings.connections,
    onConnectionLost: (error) => warn({ error }, 'a database connection was lost'),
  });
  const clock = createClock(database);
  try {
    await requireKeys(database, seal);
    await clock.now();
  } catch (error) {
    await database.stop();
    throw error;
  }
  const queue = openQueue({ redisUrl, databaseUrl: directUrl ?? url, now: clock.now, warn, onLost: observer.lost });
  const engine = createEngine({
    database,
    seal,
    clock,
    queue,
    observer,
    automatedTypes,
    outsideLogin: acceptsUnknownUsers,
    onLost: (error, releaseId) => warn({ error, releaseId }, 'could not notify a release'),
    onBroken: (error, triggerId) => warn({ error, triggerId }, 'could not fire a trigger; will retry'),
  });
  const stop = async () => {
    await queue.stop();
    await engine.waitUntilIdle();
    await database.stop();
  };
  return { engine, database, seal, queue, stop };
}
