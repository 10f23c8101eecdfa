import type { RequestedCondition, RequestedTask, StoredPassives } from '@slipway/domain/edits';
import { blankTaskPassive, type Task } from '@slipway/domain/model';
import { readType } from '../format/type-name.ts';
import type { TaskBody } from '../plans/task-body.ts';
import { taskChanges } from '../plans/task-changes.ts';
import { type ParseOptions, taskDraft } from '../plans/task-request.ts';
import type { TaskResponse } from '../plans/task-response.ts';
import { chosenId } from '../variables/variable-request.ts';
import { equalsRendered } from './compare-rendered.ts';

/** A plan as it was read and answered, by the ids of its tasks. */
export interface RenderedTasks {
  readonly tasks: ReadonlyMap<string, Task>;
  readonly stored: Pick<StoredPassives, 'tasks'>;
  readonly answers: ReadonlyMap<string, TaskResponse>;
}

/**
 * A task as a body wants it: of one that is there what differs from what was answered, of a new one everything. A type
 * that is sent is the type that is wanted.
 */
export function requestedTask(body: TaskBody, current: RenderedTasks, reading: ParseOptions): RequestedTask {
  const id = chosenId('Task', body.id);
  const task = current.tasks.get(id ?? '');
  const answer = current.answers.get(id ?? '');
  const { tasks, ...own } = body;
  const children = tasks && { tasks: tasks.map((item) => requestedTask(item, current, reading)) };
  if (task === undefined || answer === undefined) return { ...taskDraft(own, reading), id, ...children };
  if (equalsRendered(own, answer)) return { id, ...children };
  const type = own.type === undefined ? task.definition.type : readType(own.type, reading.prefix);
  if (type !== task.definition.type) return { ...taskDraft({ ...own, type }, reading), id, ...children };
  const passive = current.stored.tasks.get(task.id) ?? blankTaskPassive;
  const { conditions: _, ...changes } = taskChanges(
    own,
    { task, passive, answer: { ...answer, tasks: undefined } },
    reading,
  );
  return { ...changes, id, ...(own.conditions && { conditions: conditionsIn(own, task) }), ...children };
}

/** Conditions with their ticks; one without a title keeps the one that it has. */
const conditionsIn = ({ conditions = [] }: TaskBody, { definition }: Task): readonly RequestedCondition[] =>
  conditions.map(({ id: rawId, title, checked }) => {
    const id = chosenId('GateCondition', rawId) ?? '';
    const existing = definition.conditions.find((item) => item.id === id);
    return { id, title: title ?? existing?.title ?? '', checked };
  });
