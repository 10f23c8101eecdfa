import { z } from 'zod';

const id = z.string().min(1).max(400);

/**
 * The messages: one name, one schema and one queue each. A message only triggers a check. It contains ids, and no
 * secret; all data is in PostgreSQL.
 */
export const jobs = {
  /** look at this release; `at` is the moment that is owed to it, in epoch milliseconds of the database's clock */
  wake: z.object({ releaseId: id, at: z.number() }),
  /** look whether this trigger has to fire */
  fireTrigger: z.object({ triggerId: id }),
  /** Check whether this script run is unclaimed */
  runScript: z.object({ releaseId: id, runId: id }),
};

/** Names of messages; also of their queues. */
export type JobName = keyof typeof jobs;
export type JobData<Name extends JobName> = z.output<(typeof jobs)[Name]>;
