import { createSeal, type Database, openDatabase, requireSameKey, type Seal } from '@slipway/persistence';
import { createEngine, type Engine } from './engine.ts';

/** An engine on a database of its own, with what its neighbours share with it. */
export interface OpenEngine {
  readonly engine: Engine;
  readonly database: Database;
  readonly seal: Seal;
  /** Waits for what follows from earlier calls, then closes the database. */
  stop(): Promise<void>;
}

interface Opening {
  readonly url: string;
  /** what secrets are sealed with: 32 bytes in base64 */
  readonly secretKey: string;
  /** at most this many at once */
  readonly connections?: number;
  /** told of what mends itself */
  readonly warn: (fields: object, sentence: string) => void;
}

/**
 * Opens a database that is migrated, and an engine on it. Throws UnfitDatabase when the key is not the one that the
 * database was sealed with.
 */
export async function openEngine({ url, secretKey, connections, warn }: Opening): Promise<OpenEngine> {
  const seal = createSeal(secretKey);
  const database = openDatabase({
    url,
    connections,
    onConnectionLost: (error) => warn({ error }, 'a database connection was lost'),
  });
  try {
    await requireSameKey(database, seal);
  } catch (error) {
    await database.stop();
    throw error;
  }
  const engine = createEngine({
    database,
    seal,
    onLost: (error, releaseId) => warn({ error, releaseId }, 'a release could not be told'),
    onBroken: (error, triggerId) => warn({ error, triggerId }, 'a trigger could not be fired and will be tried again'),
  });
  const stop = async () => {
    await engine.settled();
    await database.stop();
  };
  return { engine, database, seal, stop };
}
