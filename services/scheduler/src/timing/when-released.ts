import { type Database, heldScheduling } from '@slipway/persistence';
import { type Process, repeat } from '@slipway/runtime';
import { heldQueue, type Served } from './held-queue.ts';

const everyMs = 1_000;

/** A part of the background work, until it is stopped. */
export interface Timed {
  stop(): Promise<unknown>;
}

/** Starts the background work, as consumer of a queue. */
type Begin = (queue: Served) => Promise<readonly Timed[]>;

interface Held extends Pick<Process, 'logger'> {
  readonly database: Database;
  readonly queue: Served;
  readonly begin: Begin;
}

/** The background work of a process: running, paused, or not started. */
function timed({ database, queue: given, begin, logger }: Held) {
  const { queue, hold } = heldQueue(given);
  let parts: readonly Timed[] = [];
  let state: 'new' | 'held' | 'begun' = 'new';
  const end = async (): Promise<void> => {
    hold();
    const ended = parts.toReversed();
    parts = [];
    const failed: unknown[] = [];
    for (const part of ended) await part.stop().catch((error: unknown) => failed.push(error));
    if (failed.length > 0) throw failed[0];
  };
  /** Whether it is held is looked up; throws what beginning and ending throw. */
  const look = async (): Promise<void> => {
    const asOf = await heldScheduling(database);
    const before = state;
    if ((asOf === null) === (before === 'begun')) return;
    if (asOf === null) {
      if (before === 'held') logger.info('scheduling is no longer paused');
      parts = await begin(queue);
      state = 'begun';
    } else {
      if (before === 'held') return;
      state = 'held';
      const told = { asOf: new Date(asOf).toISOString() };
      await end().finally(() => logger.warn(told, heldSentence(before === 'begun')));
    }
  };
  return { look, end };
}

const heldSentence = (wasBegun: boolean): string =>
  wasBegun
    ? 'scheduling is held from now on, since this is a restored database'
    : 'scheduling is held, since this is a restored database';

/**
 * Runs the background work, unless a restored database pauses it until an operator continues (`npm run restore --
 * --release`). Stops it when it is paused, and starts it again afterwards.
 */
export async function whenReleased(
  { lifecycle, logger }: Pick<Process, 'lifecycle' | 'logger'>,
  { database, queue }: Pick<Held, 'database' | 'queue'>,
  begin: Begin,
): Promise<void> {
  const { look, end } = timed({ database, queue, begin, logger });
  let isFirst = true;
  const again = async (): Promise<void> => {
    if (isFirst) isFirst = false;
    else await look();
  };
  const report = (error: unknown): void =>
    logger.warn({ error }, 'could not read the scheduling pause; the present state is kept');
  await lifecycle.start(
    'scheduling',
    async () => {
      await look();
      return repeat(everyMs, again, report);
    },
    async (looks) => {
      await looks.stop();
      await end();
    },
  );
}
