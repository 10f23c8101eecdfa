import { isOver } from '@slipway/domain';
import { type Connection, loadPlan, type Plan } from '@slipway/persistence';
import { LRUCache } from 'lru-cache';
import { weightOf } from './plan-weight.ts';

/** Plans as this process saw them last, each under its version; the longest unused go first. */
export interface PlanCache {
  get(id: string): Plan | undefined;
  /** Keeps it while its release goes on. */
  put(plan: Plan): void;
  drop(id: string): void;
}

/** Plans of some 25,000 tasks, each with a few short texts: a tenth of the heap of a small process. */
const usual = 64_000_000;

/**
 * Keeps plans of `bytes` together. What texts of strangers take counts like everything else: a few hundred
 * received events of a megabyte whose texts go into variables would fill any heap.
 */
export function createPlanCache(bytes = usual): PlanCache {
  const plans = new LRUCache<string, Plan>({ maxSize: bytes, sizeCalculation: weightOf });
  return {
    get: (id) => plans.get(id),
    put: (plan) => {
      const { id, status } = plan.release;
      // hardly anybody asks anything of what is over
      if (isOver(status)) plans.delete(id);
      // a plan that is larger than all room is not kept, and what was kept before of it is wrong
      else plans.set(id, plan);
    },
    drop: (id) => void plans.delete(id),
  };
}

/** The plan whose lock is held: the remembered one, if it is the stored one. Null when there is none. */
export async function storedPlan(
  connection: Connection,
  plans: PlanCache,
  id: string,
  version: number,
): Promise<Plan | null> {
  const known = plans.get(id);
  if (known?.version === version) return known;
  const plan = await loadPlan(connection, id);
  if (plan !== null) plans.put(plan);
  return plan;
}
