import { isOver } from '@slipway/domain/model';
import type { Connection } from '@slipway/persistence/database';
import { loadPlan, type Plan } from '@slipway/persistence/plans';
import { LRUCache } from 'lru-cache';
import { planWeight } from './plan-weight.ts';

/** Plans as this process saw them last, each under its version; the longest unused go first. */
export interface PlanCache {
  get(id: string): Plan | undefined;
  /** Caches it until its release ends. */
  put(plan: Plan): void;
  drop(id: string): void;
}

/** Plans of some 25,000 tasks, each with a few short texts: a tenth of the heap of a small process. */
const defaultMaxBytes = 64_000_000;

/**
 * Caches plans of `bytes` in total. The weight includes texts of users: a few hundred received events of a megabyte in
 * variables would fill any heap.
 */
export function createPlanCache(bytes = defaultMaxBytes): PlanCache {
  const plans = new LRUCache<string, Plan>({ maxSize: bytes, sizeCalculation: planWeight });
  return {
    get: (id) => plans.get(id),
    put: (plan) => {
      const { id, status } = plan.release;
      // Ended releases are rarely read.
      if (isOver(status)) plans.delete(id);
      // A plan above the limit of the cache is not stored, and its older version is evicted.
      else plans.set(id, plan);
    },
    drop: (id) => void plans.delete(id),
  };
}

/** The plan whose lock is held: the cached one if it is current. Null if it does not exist. */
export async function readLockedPlan(
  connection: Connection,
  plans: PlanCache,
  id: string,
  version: number,
): Promise<Plan | null> {
  const cached = plans.get(id);
  if (cached?.version === version) return cached;
  const plan = await loadPlan(connection, id);
  if (plan !== null) plans.put(plan);
  return plan;
}
