import { type Task, type TaskPassive, type TaskPatch, taskTypeNamed } from '@slipway/domain';
import { asClientsRead, changedMembers, changesIn } from '../format/changes.ts';
import { sealed } from './secrets.ts';
import type { TaskAnswer } from './task-answer.ts';
import { type TaskBody, taskBody } from './task-body.ts';
import { type Reading, taskFields } from './task-request.ts';

interface Stored {
  readonly task: Task;
  readonly passive: TaskPassive;
  /** the task as it was answered before this request */
  readonly answer: TaskAnswer;
}

/**
 * The changes of a stored task in a request with the whole task. Members that equal the rendered ones are unchanged.
 * Members of the type are merged one by one, so that a change of one does not store the resolved texts of others.
 */
export function taskChanges(body: TaskBody, { task, passive, answer }: Stored, reading: Reading): TaskPatch {
  const { type, creation } = task.definition;
  const blank = taskTypeNamed(type)?.own?.creation;
  const sent = taskFields(body, type, reading);
  const shown = taskFields(taskBody.parse(asClientsRead(answer)), type, reading);
  const created = changesIn(sent.creation, shown.creation);
  const own = sealed(type, changedMembers(sent.properties, shown.properties), reading, passive.properties);
  return {
    ...changesIn(sent.fields, shown.fields),
    ...(blank && Object.keys(created).length > 0 && { creation: { ...(creation ?? blank), ...created } }),
    ...(Object.keys(own).length > 0 && { properties: { ...passive.properties, ...own } }),
  };
}
