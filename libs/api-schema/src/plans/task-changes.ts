import { type Task, type TaskPassive, type TaskPatch, taskTypeNamed } from '@slipway/domain/model';
import { changedMembers, changesIn, toClientJson } from '../format/changes.ts';
import { sealSecrets } from './secrets.ts';
import type { TaskResponse } from './task.ts';
import { type TaskBody, taskBody } from './task-body.ts';
import { type ParseOptions, taskFields } from './task-request.ts';

interface StoredTask {
  readonly task: Task;
  readonly passive: TaskPassive;
  /** the task as rendered before this request */
  readonly answer: TaskResponse;
}

/**
 * Returns the changes of a stored task in a request with the whole task. Members that equal the rendered ones are
 * unchanged. Properties of the type are merged individually, so that a change of one property does not store the
 * resolved texts of others.
 */
export function taskChanges(body: TaskBody, { task, passive, answer }: StoredTask, reading: ParseOptions): TaskPatch {
  const { type, creation } = task.definition;
  const blank = taskTypeNamed(type)?.own?.creation;
  const requested = taskFields(body, type, reading);
  const rendered = taskFields(taskBody.parse(toClientJson(answer)), type, reading);
  const created = changesIn(requested.creation, rendered.creation);
  const changedProperties = sealSecrets(
    type,
    changedMembers(requested.properties, rendered.properties),
    reading,
    passive.properties,
  );
  return {
    ...changesIn(requested.fields, rendered.fields),
    ...(blank && Object.keys(created).length > 0 && { creation: { ...(creation ?? blank), ...created } }),
    ...(Object.keys(changedProperties).length > 0 && { properties: { ...passive.properties, ...changedProperties } }),
  };
}
