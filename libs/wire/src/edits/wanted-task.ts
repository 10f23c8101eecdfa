import {
  blankTaskPassive,
  type StoredPassives,
  type Task,
  type WantedCondition,
  type WantedTask,
} from '@slipway/domain';
import { readType } from '../format/type-name.ts';
import type { TaskAnswer } from '../plans/task-answer.ts';
import type { TaskBody } from '../plans/task-body.ts';
import { taskChanges } from '../plans/task-changes.ts';
import { type Reading, taskDraft } from '../plans/task-request.ts';
import { chosenId } from '../variables/variable-request.ts';
import { echoes } from './echo.ts';

/** A plan as it was read and answered, by the ids of its tasks. */
export interface AnsweredTasks {
  readonly tasks: ReadonlyMap<string, Task>;
  readonly stored: Pick<StoredPassives, 'tasks'>;
  readonly answers: ReadonlyMap<string, TaskAnswer>;
}

/**
 * A task as a body wants it: of one that is there what differs from what was answered, of a new one everything. A type
 * that is sent is the type that is wanted.
 */
export function wantedTask(body: TaskBody, there: AnsweredTasks, reading: Reading): WantedTask {
  const id = chosenId('Task', body.id);
  const task = there.tasks.get(id ?? '');
  const answer = there.answers.get(id ?? '');
  const { tasks, ...own } = body;
  const inside = tasks && { tasks: tasks.map((each) => wantedTask(each, there, reading)) };
  if (task === undefined || answer === undefined) return { ...taskDraft(own, reading), id, ...inside };
  if (echoes(own, answer)) return { id, ...inside };
  const type = own.type === undefined ? task.definition.type : readType(own.type, reading.prefix);
  if (type !== task.definition.type) return { ...taskDraft({ ...own, type }, reading), id, ...inside };
  const passive = there.stored.tasks.get(task.id) ?? blankTaskPassive;
  const { conditions: _, ...changes } = taskChanges(
    own,
    { task, passive, answer: { ...answer, tasks: undefined } },
    reading,
  );
  return { ...changes, id, ...(own.conditions && { conditions: conditionsIn(own, task) }), ...inside };
}

/** Conditions with their ticks; one without a title keeps the one that it has. */
const conditionsIn = ({ conditions = [] }: TaskBody, { definition }: Task): readonly WantedCondition[] =>
  conditions.map(({ id: written, title, checked }) => {
    const id = chosenId('GateCondition', written) ?? '';
    const old = definition.conditions.find((each) => each.id === id);
    return { id, title: title ?? old?.title ?? '', checked };
  });
