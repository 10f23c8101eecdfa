import type { ScriptRun, Task } from '@slipway/domain';
import type { Engine } from '@slipway/engine';
import type { Database, ReleaseView, Seal } from '@slipway/persistence';
import type { ActivePlugins } from '@slipway/plugins';
import type { Logger } from '@slipway/runtime';
import type { RunnerClient } from '@slipway/scripts';

/** What running scripts takes. */
export interface Scripting {
  readonly engine: Engine;
  readonly database: Database;
  readonly seal: Seal;
  readonly scripts: RunnerClient;
  readonly plugins: ActivePlugins;
  readonly typePrefix: string;
  /** what scripts are told of the API that they speak */
  readonly apiVersion: string;
  /** for how long a run is ours that has been taken up; without it for as long as it can take */
  readonly leaseMs?: ((purpose: ScriptRun['purpose']) => number) | undefined;
  readonly logger: Logger;
}

/** A run that this process has taken up: the release as it was then, and the task that waits. */
export interface TakenUp {
  readonly view: ReleaseView;
  readonly task: Task;
  readonly script: ScriptRun;
}
