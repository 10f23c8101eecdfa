import type { Json } from '../model/json.ts';
import { keysIn } from '../model/placeholders.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import type { Variable } from '../model/variable.ts';
import { keysOf } from './values.ts';

/** Whether a task uses a variable: in a text, a mapped field, a user input, or an output. */
export const isUsedByTask = ({ definition }: Task, variable: Variable, keys: readonly string[]): boolean =>
  keys.includes(variable.key) ||
  definition.inputs.includes(variable.id) ||
  keysIn(definition.creation?.createdReleaseId ?? undefined).includes(variable.key);

/** Returns the texts of a variable that can contain placeholders: its value and its value provider. */
const textsOf = ({ type, value, valueProvider }: Variable): Json => [
  type === 'PasswordStringVariable' || typeof value === 'number' ? null : value,
  valueProvider,
];

export const isUsedByVariable = (candidate: Variable, { id, key }: Variable): boolean =>
  candidate.id !== id && keysIn(textsOf(candidate)).includes(key);

/** Whether a release or template uses a variable (rest-operations.md, Variables). */
export const isUsed = (release: Release, variable: Variable): boolean =>
  release.variables.some((candidate) => isUsedByVariable(candidate, variable)) ||
  [...tasksOf(release)].some((task) => isUsedByTask(task, variable, keysOf(task)));
