import type { Database } from '@slipway/persistence/database';
import {
  claimEvents,
  insertDeliveries,
  type PendingEvent,
  readCandidates,
  readEventObjects,
} from '@slipway/persistence/notifications';
import { crashPoint } from '../environment/crash-point.ts';
import { candidateQuery } from './candidate-query.ts';
import { createLookup } from './lookup.ts';
import { planDeliveries } from './plan-deliveries.ts';

/** The maximum number of events for each transaction. */
export const fanOutBatch = 500;

/** The number of rows after which a transaction leaves the remaining events to the next one. */
const maxRows = 5_000;

const unique = (values: Iterable<string | null>): readonly string[] => [
  ...new Set([...values].filter((value) => value !== null)),
];

/**
 * Creates the deliveries of pending events in one transaction, with the same number of statements for any number of
 * events: one row for each recipient and channel. Several processes can run it at the same time. Returns the number of
 * events that it has processed. `zone` is the time zone of users who have not chosen one.
 */
export async function fanOut(database: Database, zone: string, limit = fanOutBatch): Promise<number> {
  const count = await database.transaction(async (connection) => {
    const events = await claimEvents(connection, limit);
    if (events.length === 0) return 0;
    const objects = await readEventObjects(connection, idsOf(events));
    const candidates = await readCandidates(connection, candidateQuery(events, objects));
    const lookup = createLookup(objects, candidates);
    crashPoint('inside-transaction');
    const planned = planDeliveries(events, lookup, { maxRows, zone });
    const postponedIds = events.slice(planned.eventIds.length).map(({ id }) => id);
    await insertDeliveries(connection, planned.deliveries, planned.entries, postponedIds);
    return planned.eventIds.length;
  }, 'batch');
  if (count > 0) crashPoint('after-commit');
  return count;
}

const idsOf = (events: readonly PendingEvent[]) => ({
  releases: unique(events.map(({ releaseId }) => releaseId)),
  tasks: unique(events.map(({ taskId }) => taskId)),
  folders: unique(events.map(({ folderId }) => folderId)),
});
