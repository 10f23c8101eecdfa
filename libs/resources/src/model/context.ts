import type { Egress } from '@slipway/egress';
import type { Engine } from '@slipway/engine';
import type { Database, Seal } from '@slipway/persistence';
import type { ActivePlugins } from '@slipway/plugins';
import type { RunnerClient } from '@slipway/scripts';
import type { CalendarCache } from './calendar-cache.ts';

/** What reading and changing the things of the API takes; a request that has terms brings an engine under them. */
export interface ResourceContext {
  readonly engine: Engine;
  readonly database: Database;
  readonly seal: Seal;
  readonly plugins: ActivePlugins;
  /** tells authors of scripts at once that one does not compile; absent in a process that knows no script runner */
  readonly scripts?: RunnerClient | undefined;
  /** how long a save waits for its scripts to be compiled, in milliseconds; 0 or absent: they are not compiled */
  readonly compileMs?: number | undefined;
  /** asks the servers of connections whether they are there; absent in a process that sends nothing */
  readonly egress?: Pick<Egress, 'send'> | undefined;
  /** of our own types, without the dot */
  readonly typePrefix: string;
  readonly calendar: CalendarCache;
  /** whether there may be users who have not logged in here yet: another service knows them */
  readonly outsideLogin?: boolean | undefined;
}

export type ReadContext = Pick<ResourceContext, 'database' | 'typePrefix' | 'calendar'>;
