import { type Connection, type Database, storeKey } from '@slipway/persistence';
import { type ChangeOptions, type Changes, changesUnder } from './changes.ts';
import type { Terms } from './commands/request-terms.ts';
import { createKeyQueue } from './concurrency/key-queue.ts';
import { createPlanCache } from './decision/plan-cache.ts';
import { createClock } from './environment/clock.ts';
import { type Access, createAccess } from './people/access.ts';
import type { Person } from './people/person.ts';
import { createRiskCache } from './risk/risk-cache.ts';

/** What many changes in one transaction work with; nothing else may ask the database while they do. */
export interface Inside extends Changes {
  /** The connection of the transaction, which sees its changes. */
  readonly database: Database;
  readonly access: Access;
  /** A user with their present permissions, including changes of folders, teams and roles in this transaction. */
  person(outside: Person): Promise<Person>;
}

/** Whether what was changed is kept, or undone at the end as if nothing had happened. */
export type Ending = 'keep' | 'undo';

/** Ends a rehearsal, whose transaction is rolled back for it. */
class Rehearsed extends Error {
  override readonly name = 'Rehearsed';
}

/**
 * The database of one connection. A transaction within is a part that can fail alone: one that is begun while another
 * is under way waits for it, and none may be begun inside another.
 */
function withinTransaction(connection: Connection): Database {
  let last: Promise<unknown> = Promise.resolve();
  const part = async <T>(work: (inner: Connection) => Promise<T>): Promise<T> => {
    await connection.query({ text: 'savepoint part' });
    try {
      const answer = await work(connection);
      await connection.query({ text: 'release savepoint part' });
      return answer;
    } catch (error) {
      await connection.query({ text: 'rollback to savepoint part' });
      await connection.query({ text: 'release savepoint part' });
      throw error;
    }
  };
  return {
    query: connection.query,
    transaction: (work) => {
      const mine = last.then(() => part(work));
      last = mine.catch(() => {});
      return mine;
    },
    stop: async () => {},
  };
}

/**
 * Runs the work in one transaction, which ends as requested. Consequences run after the commit. Throws the error of
 * the work, after which nothing has changed, and Repeated.
 */
export async function together<T>(
  options: ChangeOptions,
  terms: Terms,
  work: (inside: Inside) => Promise<T>,
  ending: Ending,
): Promise<T> {
  const { context, notifier, onCommitted } = options;
  let after: (() => void)[] = [];
  let done = Promise.withResolvers<T>();
  try {
    await context.database.transaction(async (connection) => {
      // A repeated transaction starts without consequences.
      const follows: (() => void)[] = [];
      after = follows;
      done = Promise.withResolvers();
      const inside = withinTransaction(connection);
      if (terms.key !== null) await storeKey(inside, terms.key);
      const changes = changesUnder(
        {
          ...options,
          // Plans and profiles of an open transaction must not enter the shared cache.
          context: {
            ...context,
            database: inside,
            clock: createClock(inside),
            plans: createPlanCache(),
            risk: createRiskCache(),
          },
          queue: createKeyQueue(),
          notifier: { ...notifier, notify: (ids, fact) => follows.push(() => notifier.notify(ids, fact)) },
          onCommitted: (result) => follows.push(() => onCommitted(result)),
        },
        { ...terms, key: null },
      );
      done.resolve(await work({ ...changes, ...peopleInside(inside), database: inside }));
      if (ending === 'undo') throw new Rehearsed();
    });
    for (const follow of after) follow();
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
  return await done.promise;
}

/** Who has a token for some permissions only has the same rights everywhere, whatever changes. */
function peopleInside(inside: Database): Pick<Inside, 'access' | 'person'> {
  const access = createAccess(inside);
  return {
    access,
    person: async (outside) => (outside.isLimited ? outside : await access.named(outside.username)),
  };
}
