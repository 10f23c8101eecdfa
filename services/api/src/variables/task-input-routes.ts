import { type Caller, clip, Invalid, mostVariables, toDo, toRead } from '@slipway/domain';
import type { TaskView } from '@slipway/persistence';
import { showAlone, taskNamed } from '@slipway/resources';
import {
  list,
  listUpTo,
  releaseOf,
  showVariable,
  type VariableAnswer,
  type VariableBody,
  variableAnswer,
  variableBody,
  variableChanges,
} from '@slipway/wire';
import type { Deps } from '../context/deps.ts';
import { type Route, route } from '../http/route.ts';
import { currentTask } from '../plans/cached-answers.ts';

/** The variables that a user input task asks for, in its order. */
async function renderInputs(deps: Deps, view: TaskView): Promise<readonly VariableAnswer[]> {
  const show = showAlone(deps);
  return view.task.definition.inputs.flatMap((id) => {
    const variable = view.variables.find((each) => each.id === id);
    return variable ? [showVariable(variable, releaseOf(view), show)] : [];
  });
}

async function answerInputs(deps: Deps, caller: Caller, written: string, bodies: readonly VariableBody[]) {
  const view = await taskNamed(deps.database, written);
  const asked = await renderInputs(deps, view);
  const changes = bodies.map((body) => {
    const answer = asked.find(({ id, key }) => id === body.id || key === body.key);
    if (!answer) throw new Invalid(`the task does not ask for variable '${clip(body.key ?? body.id ?? '')}'`);
    return { answer, patch: variableChanges(body, answer) };
  });
  for (const { answer, patch } of changes) {
    const variableId = answer.id.slice(answer.id.lastIndexOf('/') + 1);
    await deps.engine.dispatch(view.releaseId, {
      kind: 'command',
      caller,
      command: { type: 'updateVariable', variableId, patch },
    });
  }
  return renderInputs(deps, await taskNamed(deps.database, view.task.id));
}

/** What user input tasks ask for (operations.md, Tasks). */
export const taskInputs: readonly Route[] = [
  route({
    method: 'GET',
    path: '/tasks/{taskId}/variables',
    name: 'getTaskVariables',
    summary: 'The variables that a user input task asks for',
    permission: toRead.task,
    reply: list(variableAnswer),
    answer: async (deps, { path }) => renderInputs(deps, await taskNamed(deps.database, path.taskId)),
  }),
  route({
    method: 'PUT',
    path: '/tasks/{taskId}/variables',
    name: 'updateTaskVariables',
    summary: 'Gives variables that a user input task asks for their values',
    permission: toDo.startTask,
    subject: currentTask,
    body: listUpTo(mostVariables, variableBody),
    reply: list(variableAnswer),
    answer: (deps, { caller, path, body }) => answerInputs(deps, caller, path.taskId, body),
  }),
];
