import { known } from '../decision/context.ts';
import type { CommandOf } from '../decision/handlers.ts';
import { logRelease } from '../decision/log.ts';
import { type Progress, putRelease, putTask } from '../decision/progress.ts';
import { clip, Invalid } from '../model/errors.ts';
import { bareKey } from '../model/placeholders.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isEnded } from '../model/status.ts';
import { blankTask, blankTaskPassive, type Task, type TaskPassive } from '../model/task.ts';
import type { Variable } from '../model/variable.ts';
import { derivedFields, pick } from '../plans/build.ts';
import { differing, edited } from '../plans/edit.ts';
import { editable, requireOpen } from '../plans/guards.ts';
import { authorsAfter, textAuthorIn } from '../plans/script-authors.ts';
import { type Substitution, substituteInTask, substituteInVariable } from './substitute.ts';
import { isShared, keysOf, variableOf } from './values.ts';
import { isUsedByTask, isUsedByVariable } from './variable-uses.ts';

/**
 * Puts another variable, or a value, wherever a variable is used by what has not ended; the variable itself stays
 * (rest-operations.md, Variables). Throws Invalid, Conflict (a task that is locked uses it), NotFound.
 */
export function replaceVariable(before: Progress, { variableId, by }: CommandOf['replaceVariable']): Progress {
  const { release, context } = before;
  requireOpen(release, 'replace a variable');
  const replaced = variableOf(release, variableId);
  if (by.kind === 'value' && replaced.type === 'PasswordStringVariable')
    throw new Invalid(
      `variable: password '${clip(replaced.key)}' can only be replaced by a variable: a value could be read`,
    );
  const substitution: Substitution = {
    replaced,
    by: by.kind === 'value' ? by : replacementIn(release, by.variable, replaced),
  };
  const users = [...tasksOf(release)].filter(
    (task) => !isEnded(task.run.status) && isUsedByTask(task, replaced, keysOf(task)),
  );
  const mentioning = release.variables.filter((other) => isUsedByVariable(other, replaced));
  if (users.length === 0 && mentioning.length === 0) return before;
  for (const { id } of users) editable(before, id, 'replace a variable in');
  const passives = known(context.env.world.passives, ...users.map(({ id }) => ({ kind: 'passive', id }) as const));
  const variables = release.variables.map((other) =>
    mentioning.includes(other) ? substituteInVariable(other, substitution) : other,
  );
  const logged = logRelease(before, 'RELEASE_VARIABLE_REPLACED', `Replaced variable '${clip(replaced.key)}' in`);
  return users.reduce(
    (current, task) =>
      putTask(
        current,
        substitutedTask(task, passives.get(task.id) ?? blankTaskPassive, substitution, textAuthorIn(context)),
      ),
    putRelease(logged, { ...release, variables }),
  );
}

/** The variable that takes the place of another; a shared one need not exist yet. Throws Invalid. */
function replacementIn(release: Release, written: string, replaced: Variable): Substitution['by'] {
  const key = bareKey(written);
  const other = release.variables.find((variable) => variable.key === key);
  if (other === replaced) throw new Invalid(`variable: '${clip(key)}' cannot replace itself`);
  if (!other && !isShared(key)) throw new Invalid(`variable: there is no variable '${clip(written)}'`);
  return { kind: 'variable', key, id: other?.id ?? null };
}

/** A value that takes the place of a variable changes scripts, so its author is the author of these scripts. */
function substitutedTask(task: Task, passive: TaskPassive, substitution: Substitution, author: string | null): Task {
  const { definition } = task;
  const patch = substituteInTask(task, passive, substitution);
  const texts = differing(passive, pick(blankTaskPassive, patch));
  const { variableMapping } = differing(definition, pick(blankTask, patch));
  const mapping = variableMapping === undefined ? {} : { variableMapping };
  const fields = {
    ...pick(blankTask, patch),
    ...derivedFields(patch, definition.uses),
    scriptAuthors: authorsAfter(definition, { ...texts, ...mapping }, author),
  };
  return edited(task, fields, texts);
}
