import type { Release, Task } from '@slipway/domain';
import { type Connection, loadPlan, type Plan } from '@slipway/persistence';

/** Plans as this process saw them last, each under its version; the longest unused go first. */
export interface Plans {
  get(id: string): Plan | undefined;
  put(plan: Plan): void;
  drop(id: string): void;
}

/** Remembers plans of `limit` tasks together (a phase counts as a task): about a kilobyte each. */
export function createPlans(limit: number): Plans {
  const plans = new Map<string, { readonly plan: Plan; readonly size: number }>();
  let size = 0;
  const drop = (id: string) => {
    size -= plans.get(id)?.size ?? 0;
    plans.delete(id);
  };
  return {
    get: (id) => {
      const found = plans.get(id);
      if (found === undefined) return undefined;
      plans.delete(id);
      plans.set(id, found);
      return found.plan;
    },
    put: (plan) => {
      const { id } = plan.release;
      drop(id);
      const own = sizeOf(plan.release);
      plans.set(id, { plan, size: own });
      size += own;
      for (const oldest of plans.keys()) {
        if (size <= limit) break;
        drop(oldest);
      }
    },
    drop,
  };
}

/** The plan whose lock is held: the remembered one, if it is the stored one. Null when there is none. */
export async function storedPlan(
  connection: Connection,
  plans: Plans,
  id: string,
  version: number,
): Promise<Plan | null> {
  const known = plans.get(id);
  if (known?.version === version) return known;
  const plan = await loadPlan(connection, id);
  if (plan !== null) plans.put(plan);
  return plan;
}

const sizeOf = (release: Release): number => 1 + release.phases.reduce((sum, { tasks }) => sum + 1 + countOf(tasks), 0);
const countOf = (tasks: readonly Task[]): number => tasks.reduce((sum, task) => sum + 1 + countOf(task.tasks), 0);
