import type { Instant, ScriptRun, Task } from '@slipway/domain';
import type { Egress } from '@slipway/egress';
import type { ReleaseView } from '@slipway/persistence';
import type { ResourceContext } from '@slipway/resources';
import type { Logger } from '@slipway/runtime';
import type { RunnerClient } from '@slipway/scripts';

export interface ScriptContext extends ResourceContext {
  readonly scripts: RunnerClient;
  /** makes the requests that scripts ask for */
  readonly egress: Pick<Egress, 'send'>;
  /** what scripts are told of the API that they speak */
  readonly apiVersion: string;
  /** where clients ask for templates, as files that are made of them tell: the id comes behind */
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
  /** the trace that the run follows from; null where nobody sees that */
  readonly cause: string | null;
  /** until when this attempt is believed to be at it; later when it has said that it goes on */
  readonly lease: { until: Instant };
  /** the database's time, in whole milliseconds */
  clock(): Instant;
}
