import type { Message } from '@slipway/domain/messages';
import { findTriggersByState, readTriggers, type TriggerRow } from '@slipway/persistence/triggers';
import type { ResourceContext } from '../model/context.ts';
import { healthOf } from './faults.ts';

/** An enabled trigger that cannot create releases, and the first reason. */
interface BrokenTrigger {
  readonly row: TriggerRow;
  readonly reason: Message;
}

/** The number of triggers in memory. */
const batchSize = 500;

/** Finds all enabled triggers that cannot create releases. Reads all enabled triggers. */
export async function findBrokenTriggers(
  context: Pick<ResourceContext, 'database' | 'engine'>,
): Promise<readonly BrokenTrigger[]> {
  const ids = await findTriggersByState(context.database, true);
  const broken: BrokenTrigger[] = [];
  for (let start = 0; start < ids.length; start += batchSize) {
    const rows = await readTriggers(context.database, ids.slice(start, start + batchSize));
    const health = await healthOf(context, rows);
    for (const row of rows) {
      const [reason] = health.get(row.trigger.id)?.faults ?? [];
      if (reason !== undefined) broken.push({ row, reason });
    }
  }
  return broken;
}
