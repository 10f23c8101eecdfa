import type { Outcome } from '@slipway/domain/decision';
import { Overloaded } from '../../database/connection-errors.ts';
import type { Database } from '../../database/database.ts';
import type { Plan } from '../reading/load.ts';
import { type SaveOptions, type SaveResult, savePlan } from './save.ts';
import { type BatchedSave, saveBatch, toBatchedSave } from './save-batch.ts';

/** Saves an outcome like `savePlan`. */
export type SavePlan = (before: Plan, outcome: Outcome, options?: SaveOptions) => Promise<SaveResult | null>;

/** The maximum number of saves in one statement. */
const maxSaves = 32;
/** The maximum number of characters of the rows in one statement. */
const maxLength = 256_000;
/** The maximum number of statements under way. */
const maxStatements = 1;
/** A statement that takes longer, in milliseconds, may wait for a lock. It no longer delays the others. */
const patienceMs = 25;

/** A save that waits for a statement. */
interface PendingSave {
  readonly before: Plan;
  readonly outcome: Outcome;
  readonly options: SaveOptions;
  readonly batched: BatchedSave;
  readonly length: number;
  readonly settle: PromiseWithResolvers<SaveResult | null>;
}

const lengthOf = ({ rows }: BatchedSave): number =>
  Object.values(rows).reduce((sum, one) => one.reduce((all, { length }) => all + length, sum), 0);

/** Returns how many of the first saves one statement can write. */
function countTogether(saves: readonly PendingSave[]): number {
  const ids = new Set<string>();
  let length = 0;
  const last = saves.findIndex((save) => {
    const { id } = save.before.release;
    length += save.length;
    if (ids.size === maxSaves || ids.has(id) || (ids.size > 0 && length > maxLength)) return true;
    ids.add(id);
    return false;
  });
  return last < 0 ? saves.length : last;
}

/**
 * Creates the function that saves outcomes of different releases. While a statement is under way, further saves wait,
 * and the next statement writes all of them with one commit. Without other saves, each has a statement of its own, and
 * so do changes of plans.
 */
export function createSaveQueue(database: Database): SavePlan {
  const pending: PendingSave[] = [];
  let statements = 0;
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    statements += 1;
    let isCounted = true;
    const release = () => {
      if (!isCounted) return;
      isCounted = false;
      statements -= 1;
      sendNext();
    };
    const timer = setTimeout(release, patienceMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      release();
    }
  };
  const sendNext = (): void => {
    if (pending.length === 0 || statements >= maxStatements) return;
    const saves = pending.splice(0, countTogether(pending));
    void run(() => saveTogether(database, saves));
  };
  return async (before, outcome, options = {}) => {
    if (statements < maxStatements && pending.length === 0)
      return await run(() => savePlan(database, before, outcome, options));
    const batched = toBatchedSave(before, outcome, options);
    if (batched === null) return await savePlan(database, before, outcome, options);
    const settle = Promise.withResolvers<SaveResult | null>();
    pending.push({ ...{ before, outcome, options, batched, settle }, length: lengthOf(batched) });
    return await settle.promise;
  };
}

/** Writes saves in one statement. A save that it did not write is repeated alone, for its own result or error. */
async function saveTogether(database: Database, saves: readonly PendingSave[]): Promise<void> {
  const saveAlone = ({ before, outcome, options, settle }: PendingSave): Promise<void> =>
    savePlan(database, before, outcome, options).then(settle.resolve, settle.reject);
  if (saves.length === 1) return void (await Promise.all(saves.map(saveAlone)));
  try {
    const results = await saveBatch(
      database,
      saves.map(({ batched }) => batched),
    );
    for (const [index, save] of saves.entries()) {
      const result = results[index] ?? null;
      if (result === null) void saveAlone(save);
      else save.settle.resolve(result);
    }
  } catch (error) {
    // The statement may have been committed.
    if (error instanceof Overloaded) for (const { settle } of saves) settle.reject(error);
    else await Promise.all(saves.map(saveAlone));
  }
}
