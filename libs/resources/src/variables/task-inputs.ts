import { clip, Invalid, neededForCommand } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import type { TaskView } from '@slipway/persistence';
import { releaseOf, showVariable, type VariableAnswer, type VariableBody, variableChanges } from '@slipway/wire';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { showAlone } from '../model/show-for.ts';
import { storedTask } from '../plans/as-stored.ts';
import { taskNamed } from '../plans/find.ts';

/** The variables of a user input task, in its order. */
export function renderInputs(context: Pick<ReadContext, 'typePrefix'>, view: TaskView): readonly VariableAnswer[] {
  const show = showAlone(context);
  return view.task.definition.inputs.flatMap((id) => {
    const variable = view.variables.find((each) => each.id === id);
    return variable ? [showVariable(variable, releaseOf(view), show)] : [];
  });
}

/** Updates variables that a user input task lists: all of them, or none. Throws Invalid for others, Conflict, NotFound. */
export async function updateInputs(
  context: ResourceContext,
  caller: Person,
  written: string,
  bodies: readonly VariableBody[],
): Promise<readonly VariableAnswer[]> {
  const { database, engine } = context;
  const view = await taskNamed(database, caller, written, neededForCommand.startTask);
  const asked = renderInputs(context, view);
  const changes = bodies.map((body) => {
    const answer = asked.find(({ id, key }) => id === body.id || key === body.key);
    if (!answer) throw new Invalid(`the task does not ask for variable '${clip(body.key ?? body.id ?? '')}'`);
    return { answer, patch: variableChanges(body, answer) };
  });
  const edits = changes.map(({ answer, patch }) => ({
    type: 'updateVariable' as const,
    variableId: answer.id.slice(answer.id.lastIndexOf('/') + 1),
    patch,
  }));
  if (edits.length > 0) {
    const command = { type: 'changePlan', edits } as const;
    await engine.dispatch(view.releaseId, { kind: 'command', caller, command });
  }
  return renderInputs(context, await storedTask(database, view.task.id));
}
