import type { EventResult } from '@slipway/persistence';

/** Hundreds of releases may wait for their own events at one endpoint: the results name no more that want none of it, or were not asked. */
const mostUnwanted = 100;

/** Tells of what came of one received event for tasks, one after the other, which the results name. */
export function namedResults(): (result: EventResult) => boolean {
  let unwanted = 0;
  return ({ outcome }) => {
    if (outcome !== 'filtered' && outcome !== 'unasked') return true;
    unwanted += 1;
    return unwanted <= mostUnwanted;
  };
}
