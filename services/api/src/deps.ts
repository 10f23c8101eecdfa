import type { Engine } from '@slipway/engine';
import type { Database, Seal } from '@slipway/persistence';
import type { Config, Health, Logger } from '@slipway/runtime';
import type { RunnerClient } from '@slipway/scripts';
import type { Answers } from './polled.ts';

/** What the api needs of its process. */
export interface Given {
  readonly engine: Engine;
  readonly database: Database;
  readonly config: Pick<
    Config,
    'host' | 'port' | 'contextRoot' | 'typePrefix' | 'licenseFile' | 'licensePublicKeyFile'
  >;
  /** seals secrets among the properties of tasks; all others are sealed by the engine */
  readonly seal: Seal;
  readonly logger: Logger;
  readonly health: Health;
  /** runs scripts; absent in a process that knows no script runner */
  readonly scripts?: RunnerClient | undefined;
}

/** What routes work with. */
export interface Deps extends Given {
  readonly answers: Answers;
}
