import type { ActivityType } from '@slipway/domain';
import type { Dispatched } from '@slipway/engine';

/** The id of what an input has made, out of what it logged. */
export function madeBy({ outcome }: Dispatched, activityType: ActivityType): string {
  const made = outcome?.entries.find((entry) => entry.activityType === activityType);
  if (!made) throw new Error(`nothing was logged as ${activityType}`);
  return made.targetId;
}
