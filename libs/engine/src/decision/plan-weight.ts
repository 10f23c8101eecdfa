import type { Release, Task, Variable } from '@slipway/domain/model';
import type { Plan } from '@slipway/persistence/plans';

/** What an object costs beside its members, in bytes, and what each of them costs beside its value. */
const bytesPerObject = 32;
const bytesPerMember = 8;

/** About how many bytes of memory a value takes that JSON could hold; a letter counts as two, as beyond Latin-1. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return bytesPerObject + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 0;
  if (!Array.isArray(value)) return bytesOfMembers(value);
  return value.reduce((sum: number, item) => sum + bytesPerMember + bytesOf(item), bytesPerObject);
}

function bytesOfMembers(value: object): number {
  let sum = bytesPerObject;
  // a key is shared by all objects of its shape, but for those of maps, which people write
  for (const [key, member] of Object.entries(value)) sum += bytesPerMember + key.length + bytesOf(member);
  return sum;
}

/** Parts of plans never change, so each is weighed once, however many changes the plan around it sees. */
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

/** About how many bytes of memory a plan takes. */
export const planWeight = ({ release, awaits }: Plan): number => releaseBytes(release) + bytesOf(awaits);
