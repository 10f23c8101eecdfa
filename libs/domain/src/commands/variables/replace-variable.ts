import { requireData } from '../../decision/context.ts';
import { logRelease, namedObject } from '../../decision/log.ts';
import { type OutcomeDraft, withRelease, withReplacedTask } from '../../decision/outcome-draft.ts';
import { message } from '../../messages/message.ts';
import { Invalid } from '../../model/errors.ts';
import { bareKey } from '../../model/placeholders.ts';
import { tasksOf } from '../../model/plan.ts';
import type { Release } from '../../model/release.ts';
import { isEnded } from '../../model/status.ts';
import { blankTask, blankTaskPassive, type Task, type TaskPassive } from '../../model/task.ts';
import type { Variable, VariableValue } from '../../model/variable.ts';
import { neededToEdit } from '../../people/needed-permissions.ts';
import { deriveFields, pick } from '../../plans/build.ts';
import { pickChanges, withEdits } from '../../plans/edit.ts';
import { editableTaskPosition, requireOpen } from '../../plans/guards.ts';
import { authorsAfter, textAuthorOf } from '../../plans/script-authors.ts';
import { type Substitution, substituteInTask, substituteInVariable } from '../../variables/substitute.ts';
import { isShared, keysOf, requireVariable } from '../../variables/values.ts';
import { isUsedByTask, isUsedByVariable } from '../../variables/variable-uses.ts';
import type { CommandDefinition } from '../definition/definition.ts';

export interface ReplaceVariable {
  readonly type: 'replaceVariable';
  readonly variableId: string;
  readonly by: Replacement;
}

/** The replacement of a variable: another variable, by key, or a fixed value. */
export type Replacement =
  | { readonly kind: 'variable'; readonly variable: string }
  | { readonly kind: 'value'; readonly value: VariableValue };

export const replaceVariable: CommandDefinition<ReplaceVariable> = {
  permission: neededToEdit,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'plan',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: null,
  handle,
};

/**
 * Replaces all uses of a variable in tasks that have not ended and in other variables. The variable itself is not
 * deleted (rest-operations.md, Variables). Throws Invalid, NotFound; Conflict if a locked task uses the variable.
 */
function handle(before: OutcomeDraft, { variableId, by }: ReplaceVariable): OutcomeDraft {
  const { release, context } = before;
  requireOpen(release, 'replaceVariable');
  const replaced = requireVariable(release, variableId);
  if (by.kind === 'value' && replaced.type === 'PasswordStringVariable')
    throw new Invalid(message('variable.passwordReplacement', { key: replaced.key }));
  const substitution: Substitution = {
    replaced,
    by: by.kind === 'value' ? by : replacementFor(release, by.variable, replaced),
  };
  const usingTasks = [...tasksOf(release)].filter(
    (task) => !isEnded(task.run.status) && isUsedByTask(task, replaced, keysOf(task)),
  );
  const mentioningVariables = release.variables.filter((candidate) => isUsedByVariable(candidate, replaced));
  if (usingTasks.length === 0 && mentioningVariables.length === 0) return before;
  for (const { id } of usingTasks) editableTaskPosition(before, id, 'replaceVariableIn');
  const passives = requireData(
    context.env.data.passives,
    ...usingTasks.map(({ id }) => ({ kind: 'passive', id }) as const),
  );
  const variables = release.variables.map((candidate) =>
    mentioningVariables.includes(candidate) ? substituteInVariable(candidate, substitution) : candidate,
  );
  const logged = logRelease(before, 'RELEASE_VARIABLE_REPLACED', (subject) =>
    message('activity.variableReplaced', { ...subject, variable: namedObject(replaced.id, replaced.key) }),
  );
  return usingTasks.reduce(
    (current, task) =>
      withReplacedTask(
        current,
        substituteTask(task, passives.get(task.id) ?? blankTaskPassive, substitution, textAuthorOf(context)),
      ),
    withRelease(logged, { ...release, variables }),
  );
}

/** Returns the replacing variable. A shared variable does not have to exist yet. Throws Invalid. */
function replacementFor(release: Release, rawKey: string, replaced: Variable): Substitution['by'] {
  const key = bareKey(rawKey);
  const candidate = release.variables.find((variable) => variable.key === key);
  if (candidate === replaced) throw new Invalid(message('variable.replacesItself', { key }));
  if (!candidate && !isShared(key)) throw new Invalid(message('variable.unknownReplacement', { key: rawKey }));
  return { kind: 'variable', key, id: candidate?.id ?? null };
}

/** Replaces a variable in a task. The caller becomes the author of each script that the replacement changes. */
function substituteTask(task: Task, passive: TaskPassive, substitution: Substitution, author: string | null): Task {
  const { definition } = task;
  const patch = substituteInTask(task, passive, substitution);
  const texts = pickChanges(passive, pick(blankTaskPassive, patch));
  const { variableMapping } = pickChanges(definition, pick(blankTask, patch));
  const mapping = variableMapping === undefined ? {} : { variableMapping };
  const fields = {
    ...pick(blankTask, patch),
    ...deriveFields(patch, definition.uses),
    scriptAuthors: authorsAfter(definition, { ...texts, ...mapping }, author),
  };
  return withEdits(task, fields, texts);
}
