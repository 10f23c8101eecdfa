import type { Caller, Command, VariableDraft } from '@slipway/domain';
import type { ReleaseView } from '@slipway/persistence';
import {
  releaseIdOf,
  showVariable,
  type VariableAnswer,
  type VariableBody,
  variableChanges,
  variableDraft,
} from '@slipway/wire';
import type { Deps } from '../context/deps.ts';
import { showFor } from '../context/show-for.ts';
import type { variableView } from '../plans/reads.ts';

/** Renders the variables of a release or template. */
export async function shownVariables(deps: Deps, view: ReleaseView): Promise<readonly VariableAnswer[]> {
  const show = await showFor(deps, []);
  return view.release.variables.map((variable) => showVariable(variable, releaseIdOf(view), show));
}

const obey = (deps: Deps, caller: Caller, { release }: ReleaseView, command: Command) =>
  deps.engine.dispatch(release.id, { kind: 'command', caller, command });

/** A sent variable without the fields that equal what was answered. */
function draftBeside(answers: readonly VariableAnswer[], body: VariableBody, prefix: string): VariableDraft {
  const draft = variableDraft(body, prefix);
  const answer = answers.find(({ id, key }) => key === draft.key || id === body.id);
  if (!answer) return draft;
  const { id, key, type } = draft;
  return { ...variableChanges(body, answer), id, key, type };
}

/** Adds a variable. Throws Invalid, Conflict. */
export async function addVariable(
  deps: Deps,
  caller: Caller,
  view: ReleaseView,
  body: VariableBody,
): Promise<VariableAnswer> {
  const variable = variableDraft(body, deps.config.typePrefix);
  const { release } = await obey(deps, caller, view, { type: 'addVariable', variable });
  const added = release.variables.find(({ key }) => key === variable.key);
  if (!added) throw new Error('a variable was added and is not there');
  return showVariable(added, releaseIdOf(view), await showFor(deps, []));
}

/** Makes the variables what is given. Throws Invalid, Conflict. */
export async function replaceVariables(
  deps: Deps,
  caller: Caller,
  view: ReleaseView,
  bodies: readonly VariableBody[],
): Promise<readonly VariableAnswer[]> {
  const answers = await shownVariables(deps, view);
  const variables = bodies.map((body) => draftBeside(answers, body, deps.config.typePrefix));
  const { release } = await obey(deps, caller, view, { type: 'replaceVariables', variables });
  return shownVariables(deps, { ...view, release });
}

/** Changes what differs of a variable. Throws Invalid, Conflict, NotFound. */
export async function updateVariable(
  deps: Deps,
  caller: Caller,
  { variable, view }: Awaited<ReturnType<typeof variableView>>,
  body: VariableBody,
): Promise<VariableAnswer> {
  const show = await showFor(deps, []);
  const answer = showVariable(variable, releaseIdOf(view), show);
  const patch = variableChanges(body, answer);
  const { release } = await obey(deps, caller, view, { type: 'updateVariable', variableId: variable.id, patch });
  const updated = release.variables.find(({ id }) => id === variable.id) ?? variable;
  return showVariable(updated, releaseIdOf(view), show);
}

/** Deletes a variable. Throws Conflict, NotFound. */
export async function deleteVariable(
  deps: Deps,
  caller: Caller,
  { variable, view }: Awaited<ReturnType<typeof variableView>>,
): Promise<void> {
  await obey(deps, caller, view, { type: 'deleteVariable', variableId: variable.id });
}
