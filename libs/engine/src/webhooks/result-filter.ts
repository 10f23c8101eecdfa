import type { EventResult } from '@slipway/persistence/webhooks';

/**
 * Hundreds of releases may wait for their own events at one endpoint. The results list at most this number that
 * rejected the event or were not checked.
 */
const maxUnwanted = 100;

/** Selects the results for tasks of one received event that are listed. */
export function createResultFilter(): (result: EventResult) => boolean {
  let unwanted = 0;
  return ({ outcome }) => {
    if (outcome !== 'filtered' && outcome !== 'unasked') return true;
    unwanted += 1;
    return unwanted <= maxUnwanted;
  };
}
