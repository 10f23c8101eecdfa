import type { Outcome } from '@slipway/domain/decision';
import type { Connection } from '@slipway/persistence/database';
import { insertPlans } from '@slipway/persistence/plans';
import { currentTraceparent } from '@slipway/tracing';

/** Writes the new plans of one transaction in a few statements, while the domain decides on the next plans. */
export interface PlanWriter {
  add(outcomes: readonly Outcome[], traced: boolean): void;
  /** Writes the added plans, and waits for the result. Throws the errors of the database. */
  flush(): Promise<void>;
  /** Starts to write the added plans. `whenWritten` throws the errors of this write. */
  startWrite(): void;
  /** Waits for all started writes. */
  whenWritten(): Promise<void>;
  /** The version of a written plan. */
  versionOf(releaseId: string): number;
  /** The `traceparent` that is stored with a plan, or null. */
  traceparentOf(outcome: Outcome): string | null;
}

/** Creates a writer for the transaction of this connection. */
export function createPlanWriter(connection: Connection): PlanWriter {
  const versions = new Map<string, number>();
  const pending: Outcome[] = [];
  const traceparent = currentTraceparent();
  const untraced = new Set<Outcome>();
  const writes: Promise<void>[] = [];
  const isTraced = (outcome: Outcome): boolean => !untraced.has(outcome);
  const flush = async (): Promise<void> => {
    for (const [id, version] of await insertPlans(connection, pending.splice(0), isTraced)) versions.set(id, version);
  };
  return {
    add: (outcomes, traced) => {
      pending.push(...outcomes);
      if (!traced) for (const outcome of outcomes) untraced.add(outcome);
    },
    traceparentOf: (outcome) => (isTraced(outcome) ? traceparent : null),
    flush,
    startWrite: () => {
      const write = flush();
      write.catch(() => {});
      writes.push(write);
    },
    whenWritten: async () => {
      await Promise.all(writes);
    },
    versionOf: (releaseId) => {
      const version = versions.get(releaseId);
      if (version === undefined) throw new Error(`release '${releaseId}' has no version`);
      return version;
    },
  };
}
