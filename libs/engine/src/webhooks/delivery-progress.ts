import type { DeliveryResult } from '@slipway/persistence';
import type { Deciding } from '../commands/dispatch.ts';
import type { Firing } from '../triggers/fire.ts';

/** Who is told what comes of deliveries. */
export interface Reporting {
  readonly deciding: Deciding;
  readonly onFired: (firing: Firing) => void;
  /** told of errors that nobody foresaw, with the id of the trigger or task: the delivery is told of again */
  readonly report: (error: unknown, id: string) => void;
}

/** A delivery, and what has come of it so far. */
export interface DeliveryProgress {
  readonly id: string;
  readonly results: DeliveryResult[];
  /** what nobody foresaw */
  readonly errors: unknown[];
}

/** Does what is about one delivery alone; an error that nobody foresaw is reported and kept, and hinders no other delivery. */
export async function keepingErrors(
  { report }: Reporting,
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
