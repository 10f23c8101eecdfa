import { logTask, namedObject } from '../../decision/log.ts';
import { type OutcomeDraft, withReplacedTask } from '../../decision/outcome-draft.ts';
import { idOfPart, insertAt, requireGate } from '../../gates/gate-parts.ts';
import { onGate } from '../../gates/guarded-parts.ts';
import { message } from '../../messages/message.ts';
import { neededToEditTask } from '../../people/needed-permissions.ts';
import { ownId } from '../../plans/claim-ids.ts';
import { withEdits } from '../../plans/edit.ts';
import { requirePartLimit } from '../../plans/validate.ts';
import type { EditDefinition } from '../definition/definition.ts';

/** A well-formed id of the client is used as the id of the condition. Positions start at 0; the default is the end. */
export interface AddCondition {
  readonly type: 'addCondition';
  readonly taskId: string;
  readonly id?: string;
  readonly title: string;
  readonly checked: boolean;
  readonly position?: number;
}

export const addCondition: EditDefinition<AddCondition> = {
  permission: neededToEditTask,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'plan',
  movedIds: null,
  guard: onGate,
  ids: null,
  secrets: null,
  inPlan: {
    ids: { list: ownId, claim: (edit, { assign }) => assign(edit) },
    requireData: null,
    newPart: null,
  },
  handle,
};

/** Adds a condition to a gate. Throws Invalid, Conflict, NotFound. */
function handle(before: OutcomeDraft, { taskId, id, title, checked, position }: AddCondition): OutcomeDraft {
  const task = requireGate(before, taskId, 'addConditionTo');
  const condition = { id: idOfPart(before, 'GateCondition', id), title };
  const withCondition = withEdits(task, { conditions: insertAt(task.definition.conditions, condition, position) });
  requirePartLimit(withCondition);
  const run = checked
    ? { ...withCondition.run, checked: [...withCondition.run.checked, condition.id] }
    : withCondition.run;
  const logged = logTask(before, 'GATE_CONDITION_CREATED', task, (subject) =>
    message('activity.conditionCreated', { ...subject, condition: namedObject(condition.id, title) }),
  );
  return withReplacedTask(logged, { ...withCondition, run });
}
