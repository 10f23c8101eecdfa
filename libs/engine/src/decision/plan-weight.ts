import type { Release, Task, Variable } from '@slipway/domain';
import type { Plan } from '@slipway/persistence';

/** What an object costs beside its members, in bytes, and what each of them costs beside its value. */
const perObject = 32;
const perMember = 8;

/** About how many bytes of memory a value takes that JSON could hold; a letter counts as two, as beyond Latin-1. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return perObject + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 0;
  if (!Array.isArray(value)) return bytesOfMembers(value);
  return value.reduce((sum: number, item) => sum + perMember + bytesOf(item), perObject);
}

function bytesOfMembers(value: object): number {
  let sum = perObject;
  // a key is shared by all objects of its shape, but for those of maps, which people write
  for (const [key, member] of Object.entries(value)) sum += perMember + key.length + bytesOf(member);
  return sum;
}

/** Parts of plans never change, so each is weighed once, however many changes the plan around it sees. */
const weighed = new WeakMap<object, number>();

function once<T extends object>(part: T, weigh: (part: T) => number): number {
  const known = weighed.get(part);
  if (known !== undefined) return known;
  const bytes = weigh(part);
  weighed.set(part, bytes);
  return bytes;
}

const ofTask = ({ tasks: _, ...own }: Task): number => bytesOf(own);
const ofTasks = (tasks: readonly Task[]): number =>
  tasks.reduce((sum, task) => sum + once(task, ofTask) + ofTasks(task.tasks), 0);
const ofVariables = (variables: readonly Variable[]): number =>
  variables.reduce((sum, variable) => sum + once(variable, bytesOf), 0);

function ofRelease({ phases, variables, ...own }: Release): number {
  return phases.reduce(
    (sum, { tasks, ...phase }) => sum + bytesOf(phase) + ofTasks(tasks),
    bytesOf(own) + ofVariables(variables),
  );
}

/** About how many bytes of memory a plan takes. */
export const weightOf = ({ release, awaits }: Plan): number => ofRelease(release) + bytesOf(awaits);
