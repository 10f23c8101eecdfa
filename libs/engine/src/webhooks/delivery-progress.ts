import type { Instant } from '@slipway/domain';
import type { DeliveryResult } from '@slipway/persistence';
import type { DeliveryContext } from './delivery-context.ts';
import type { EventReader } from './read-event.ts';

/** A delivery, and what has come of it so far. */
export interface DeliveryProgress {
  readonly id: string;
  readonly receivedAt: Instant;
  readonly read: EventReader;
  readonly results: DeliveryResult[];
  /** what nobody foresaw */
  readonly errors: unknown[];
}

/** Does what is about one delivery alone; an error that nobody foresaw is reported and kept, and hinders no other delivery. */
export async function keepingErrors(
  { report }: Pick<DeliveryContext, 'report'>,
  id: string,
  { errors }: DeliveryProgress,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    report(error, id);
    errors.push(error);
  }
}
