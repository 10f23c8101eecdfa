import type { Replacement } from '../decision/inputs.ts';
import { known, logRelease, type Turn } from '../decision/turn.ts';
import { clip, Invalid } from '../model/errors.ts';
import { bareKey } from '../model/placeholders.ts';
import { tasksOf, withTask } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isDefunct } from '../model/status.ts';
import { blankTask, blankTaskPassive, type Task, type TaskPassive } from '../model/task.ts';
import type { Variable } from '../model/variable.ts';
import { derived, pick } from '../plans/build.ts';
import { differing, edited } from '../plans/edit.ts';
import { editable, requireOpen } from '../plans/guards.ts';
import { variableOf } from './edit-variables.ts';
import { type Swap, swappedInTask, swappedInVariable } from './substitute.ts';
import { isUsedByTask, isUsedByVariable } from './variable-uses.ts';
import { isShared, keysOf } from './variables.ts';

/**
 * Puts another variable, or a value, wherever a variable is used by what has not ended; the variable itself stays
 * (operations.md, Variables). Throws Invalid, Conflict (a task that is locked uses it), NotFound.
 */
export function replaceVariable(release: Release, variableId: string, by: Replacement, turn: Turn): Release {
  requireOpen(release, 'replace a variable');
  const gone = variableOf(release, variableId);
  if (by.kind === 'value' && gone.type === 'PasswordStringVariable')
    throw new Invalid(
      `variable: password '${clip(gone.key)}' can only be replaced by a variable: a value could be read`,
    );
  const swap: Swap = { gone, by: by.kind === 'value' ? by : otherOf(release, by.variable, gone) };
  const users = [...tasksOf(release)].filter(
    (task) => !isDefunct(task.run.status) && isUsedByTask(task, gone, keysOf(task)),
  );
  const holders = release.variables.filter((other) => isUsedByVariable(other, gone));
  if (users.length === 0 && holders.length === 0) return release;
  for (const { id } of users) editable(release, id, 'replace a variable in');
  const passives = known(turn.env.world.passives, ...users.map(({ id }) => ({ kind: 'passive', id }) as const));
  const variables = release.variables.map((other) =>
    holders.includes(other) ? swappedInVariable(other, swap) : other,
  );
  logRelease(turn, 'RELEASE_VARIABLE_REPLACED', release, `Replaced variable '${clip(gone.key)}' in`);
  return users.reduce<Release>(
    (current, task) => withTask(current, swappedTask(task, passives.get(task.id) ?? blankTaskPassive, swap)),
    { ...release, variables },
  );
}

/** The variable that takes the place of another; a shared one need not exist yet. Throws Invalid. */
function otherOf(release: Release, written: string, gone: Variable): Swap['by'] {
  const key = bareKey(written);
  const other = release.variables.find((variable) => variable.key === key);
  if (other === gone) throw new Invalid(`variable: '${clip(key)}' cannot replace itself`);
  if (!other && !isShared(key)) throw new Invalid(`variable: there is no variable '${clip(written)}'`);
  return { kind: 'variable', key, id: other?.id ?? null };
}

function swappedTask(task: Task, passive: TaskPassive, swap: Swap): Task {
  const patch = swappedInTask(task, passive, swap);
  const fields = { ...pick(blankTask, patch), ...derived(patch, task.definition.uses) };
  return edited(task, fields, differing(passive, pick(blankTaskPassive, patch)));
}
