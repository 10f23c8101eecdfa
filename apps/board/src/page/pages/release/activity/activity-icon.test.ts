import { expect, test } from 'vitest';
import CircleCheck from '~icons/lucide/circle-check';
import CircleMinus from '~icons/lucide/circle-minus';
import CirclePlay from '~icons/lucide/circle-play';
import CircleX from '~icons/lucide/circle-x';
import Pencil from '~icons/lucide/pencil';
import Plus from '~icons/lucide/plus';
import Trash2 from '~icons/lucide/trash-2';
import { activityKind, activityMark } from './activity-icon.ts';

test.each([
  ['TASK_FAILED', CircleX, 'failed-text'],
  ['TASK_COMPLETED_IN_ADVANCE', CircleCheck, 'done-text'],
  ['TASK_RESTARTED', CirclePlay, 'runs-text'],
  ['GATE_CONDITION_FULFILLED', CircleCheck, 'done-text'],
  ['GATE_CONDITION_UNFULFILLED', CircleMinus, 'faint'],
  ['TASK_FAILURE_HANDLER_STARTED', CirclePlay, 'runs-text'],
  ['ATTACHMENT_DELETED', Trash2, 'faint'],
  ['RELEASE_CREATED_FROM_TEMPLATE', Plus, 'faint'],
  ['TASK_UPDATED', Pencil, 'faint'],
  ['OF_A_LATER_VERSION', Pencil, 'faint'],
])('the activity %s has the icon of its kind', (type, icon, tone) => {
  expect(activityMark(type)).toEqual({ icon, tone });
});

test.each([
  ['COMMENT_ADDED', 'comment'],
  ['TASK_FAILED', 'status'],
  ['GATE_CONDITION_UNFULFILLED', 'status'],
  ['TASK_UPDATED', 'edit'],
  ['OF_A_LATER_VERSION', 'edit'],
])('the activity %s is of the kind %s', (type, kind) => {
  expect(activityKind(type)).toBe(kind);
});
