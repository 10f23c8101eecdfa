import type { Outcome } from '@slipway/domain/decision';
import type { Connection } from '@slipway/persistence/database';
import { insertPlans } from '@slipway/persistence/plans';
import { currentTraceparent } from '@slipway/tracing';

/** Writes the new plans of one transaction in a few statements, while the next ones are decided on. */
export interface PlanWriter {
  add(outcomes: readonly Outcome[], traced: boolean): void;
  /** Writes what was added, and waits for it. Throws what the database refuses. */
  flush(): Promise<void>;
  /** Begins to write what was added; `sent` throws what the database refuses of it. */
  startWrite(): void;
  /** Waits for all that was sent. */
  whenWritten(): Promise<void>;
  /** the version under which a plan was written */
  versionOf(releaseId: string): number;
  /** the trace that a plan was kept with; null: none */
  traceparentOf(outcome: Outcome): string | null;
}

/** A writer for the transaction of this connection. */
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
