import type { MailMode } from '@slipway/domain/model';
import type { Engine, TransactionContext } from '@slipway/engine';
import type { Egress } from '@slipway/outbound-http';
import type { Database } from '@slipway/persistence/database';
import type { Seal } from '@slipway/persistence/secrets';
import type { ActivePlugins, PluginTypes } from '@slipway/plugins';
import type { RunnerClient } from '@slipway/script-protocol';
import type { CalendarCache } from './calendar-cache.ts';

/** The dependencies of the use cases. The engine of a request with preconditions checks them. */
export interface ResourceContext {
  readonly engine: Engine;
  readonly database: Database;
  readonly seal: Seal;
  readonly plugins: ActivePlugins;
  /** Compiles scripts when they are saved; absent in a process without a script runner. */
  readonly scripts?: RunnerClient | undefined;
  /** the maximum time to compile the scripts of a save, in milliseconds; 0 or absent: scripts are not compiled */
  readonly compileMs?: number | undefined;
  /** What notification tasks do at their start; absent in a process that shows no warnings about it. */
  readonly mailMode?: MailMode | undefined;
  /** Checks the servers of connections; absent in a process without outgoing requests. */
  readonly egress?: Pick<Egress, 'send'> | undefined;
  /** the prefix of built-in types, without the dot */
  readonly typePrefix: string;
  readonly calendar: CalendarCache;
  /** Whether external login is enabled. Then users may exist that have not logged in yet. */
  readonly outsideLogin?: boolean | undefined;
}

/**
 * Returns the context inside a transaction, which must not use another connection, or wait for a script runner. `types`
 * were loaded before.
 */
export const contextInTransaction = (
  context: ResourceContext,
  transaction: TransactionContext,
  types: PluginTypes,
): ResourceContext => ({
  ...context,
  engine: { ...context.engine, ...transaction },
  database: transaction.database,
  plugins: { ...context.plugins, current: async () => types },
  scripts: undefined,
  egress: undefined,
});

export type ReadContext = Pick<ResourceContext, 'database' | 'typePrefix' | 'calendar'>;
