import type { Connection, Database } from '@slipway/persistence/database';
import { savePlan, storeKey } from '@slipway/persistence/plans';
import { type ChangeOptions, type Changes, createChanges, createKeyLocks } from './changes.ts';
import type { Preconditions } from './commands/preconditions.ts';
import { createPlanCache } from './decision/plan-cache.ts';
import { createClock } from './environment/clock.ts';
import { type Access, createAccess } from './people/access.ts';
import type { Person } from './people/person.ts';
import { createRiskCache } from './risk/risk-cache.ts';

/** The dependencies of several changes in one transaction. They must not use another connection. */
export interface TransactionContext extends Changes {
  /** The connection of the transaction, which sees its changes. */
  readonly database: Database;
  readonly access: Access;
  /**
   * Returns a user with their current permissions, including changes of folders, teams and roles in this transaction.
   */
  person(person: Person): Promise<Person>;
}

/** Whether the transaction is committed or rolled back at the end. */
export type TransactionEnd = 'keep' | 'undo';

/** Thrown to roll back a dry run. */
class Rollback extends Error {
  override readonly name = 'Rollback';
}

/**
 * A database on one connection, whose transactions are savepoints. Each of them can fail without the others. Concurrent
 * ones run one at a time, and they cannot be nested.
 */
function createTransactionDatabase(connection: Connection): Database {
  let previous: Promise<unknown> = Promise.resolve();
  const runSavepoint = async <T>(work: (savepointConnection: Connection) => Promise<T>): Promise<T> => {
    await connection.query({ text: 'savepoint part' });
    try {
      const value = await work(connection);
      await connection.query({ text: 'release savepoint part' });
      return value;
    } catch (error) {
      await connection.query({ text: 'rollback to savepoint part' });
      await connection.query({ text: 'release savepoint part' });
      throw error;
    }
  };
  return {
    query: connection.query,
    transaction: (work) => {
      const current = previous.then(() => runSavepoint(work));
      previous = current.catch(() => {});
      return current;
    },
    stop: async () => {},
  };
}

/**
 * Runs the work in one transaction, and commits or rolls back as requested. Consequences run after the commit. Throws
 * DuplicateRequest and the errors of the work, after which nothing has changed.
 */
export async function transaction<T>(
  options: ChangeOptions,
  preconditions: Preconditions,
  work: (scope: TransactionContext) => Promise<T>,
  end: TransactionEnd,
): Promise<T> {
  const { context, notifier, onCommitted } = options;
  let pendingConsequences: (() => void)[] = [];
  let deferred = Promise.withResolvers<T>();
  try {
    await context.database.transaction(async (connection) => {
      // A retried transaction starts without consequences.
      const consequences: (() => void)[] = [];
      pendingConsequences = consequences;
      deferred = Promise.withResolvers();
      const scope = createTransactionDatabase(connection);
      if (preconditions.key !== null) await storeKey(scope, preconditions.key);
      const changes = createChanges(
        {
          ...options,
          // Plans and profiles of an uncommitted transaction must not enter the shared cache.
          context: {
            ...context,
            database: scope,
            clock: createClock(scope),
            plans: createPlanCache(),
            savePlan: (...save) => savePlan(scope, ...save),
            risk: createRiskCache(),
          },
          queue: createKeyLocks(),
          notifier: { ...notifier, notify: (ids, fact) => consequences.push(() => notifier.notify(ids, fact)) },
          onCommitted: (result) => consequences.push(() => onCommitted(result)),
        },
        { ...preconditions, key: null },
      );
      deferred.resolve(await work({ ...changes, ...createTransactionAccess(scope), database: scope }));
      if (end === 'undo') throw new Rollback();
    });
    for (const run of pendingConsequences) run();
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
  return await deferred.promise;
}

/** A caller with a restricted token has the same permissions everywhere, regardless of changes. */
function createTransactionAccess(scope: Database): Pick<TransactionContext, 'access' | 'person'> {
  const access = createAccess(scope);
  return {
    access,
    person: async (person) => (person.isLimited ? person : await access.byName(person.username)),
  };
}
