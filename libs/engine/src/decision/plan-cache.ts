import { isOver, type Release, type Task, type Variable } from '@slipway/domain/model';
import type { Connection } from '@slipway/persistence/database';
import { loadPlan, type Plan } from '@slipway/persistence/plans';
import { LRUCache } from 'lru-cache';

/** The approximate size of an object without its members, and of a member without its value, in bytes. */
const bytesPerObject = 32;
const bytesPerMember = 8;

/** The approximate size of a JSON value in memory. A character counts as two bytes, as in texts beyond Latin-1. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return bytesPerObject + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 0;
  if (!Array.isArray(value)) return bytesOfMembers(value);
  return value.reduce((sum: number, item) => sum + bytesPerMember + bytesOf(item), bytesPerObject);
}

function bytesOfMembers(value: object): number {
  let sum = bytesPerObject;
  // Keys count, because the keys of maps are texts of users. All other objects of the same shape share their keys.
  for (const [key, member] of Object.entries(value)) sum += bytesPerMember + key.length + bytesOf(member);
  return sum;
}

/**
 * The sizes of parts of plans. Parts are immutable, so each is measured once, also if other parts of its plan change.
 */
const weights = new WeakMap<object, number>();

function weighOnce<T extends object>(part: T, weigh: (part: T) => number): number {
  const cachedWeight = weights.get(part);
  if (cachedWeight !== undefined) return cachedWeight;
  const bytes = weigh(part);
  weights.set(part, bytes);
  return bytes;
}

const taskBytes = ({ tasks: _, ...ownMembers }: Task): number => bytesOf(ownMembers);
const tasksBytes = (tasks: readonly Task[]): number =>
  tasks.reduce((sum, task) => sum + weighOnce(task, taskBytes) + tasksBytes(task.tasks), 0);
const variablesBytes = (variables: readonly Variable[]): number =>
  variables.reduce((sum, variable) => sum + weighOnce(variable, bytesOf), 0);

function releaseBytes({ phases, variables, ...ownMembers }: Release): number {
  return phases.reduce(
    (sum, { tasks, ...phase }) => sum + bytesOf(phase) + tasksBytes(tasks),
    bytesOf(ownMembers) + variablesBytes(variables),
  );
}

/** The approximate size of a plan in memory, in bytes. */
export const planWeight = ({ release, awaits }: Plan): number => releaseBytes(release) + bytesOf(awaits);

/** The last known plans of this process with their versions. The least recently used are evicted first. */
export interface PlanCache {
  get(id: string): Plan | undefined;
  /** Caches a plan until its release ends. */
  put(plan: Plan): void;
  drop(id: string): void;
}

/**
 * Sufficient for plans with about 25,000 tasks in total, each with a few short texts. This is a tenth of a small heap.
 */
const defaultMaxBytes = 64_000_000;

/**
 * Creates a cache with this limit in bytes. The size includes texts of users, because a few hundred received events of
 * a megabyte in variables would fill any heap.
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

/**
 * Returns a plan from the cache if it has this version, otherwise from the database; null if it does not exist. The
 * caller holds the lock of the release.
 */
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
