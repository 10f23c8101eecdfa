import { isDone, type Status } from '../model/status.ts';
import type { TargetState } from '../model/task.ts';

/** What a release, phase or task is to a gate: done means COMPLETED or SKIPPED (compatibility.md, Flow). */
export function targetStateOf(status: Status): TargetState {
  if (isDone(status)) return 'done';
  if (status === 'ABORTED') return 'aborted';
  // a template is nothing that one can wait for
  return status === 'TEMPLATE' ? 'missing' : 'open';
}
