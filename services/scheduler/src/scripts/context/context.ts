import type { ResourceContext } from '@slipway/application/model';
import type { Instant, ScriptRun, Task } from '@slipway/domain/model';
import type { Egress } from '@slipway/outbound-http';
import type { ReleaseView } from '@slipway/persistence/plans';
import type { Logger } from '@slipway/process';
import type { RunnerClient } from '@slipway/script-protocol';

export interface ScriptContext extends ResourceContext {
  readonly scripts: RunnerClient;
  /** makes the requests that scripts ask for */
  readonly egress: Pick<Egress, 'send'>;
  /** The API version for scripts. */
  readonly apiVersion: string;
  /** The address of templates, for generated files: the id follows. */
  readonly templatesAt: string;
  /** how long a claim lasts that is not renewed, in milliseconds; without it half a minute */
  readonly leaseMs?: number | undefined;
  readonly logger: Logger;
}

/** A run that this process has claimed: the release as it was then, and the task that waits. */
export interface ClaimedRun {
  readonly view: ReleaseView;
  readonly task: Task;
  readonly script: ScriptRun;
  /** whether it was a pause of its own that it waited for */
  readonly slept: boolean;
  /** The trace that caused the run; null without tracing. */
  readonly cause: string | null;
  /** The end of the lease of this attempt, which renewals extend. */
  readonly lease: { until: Instant };
  /** the database's time, in whole milliseconds */
  clock(): Instant;
}
