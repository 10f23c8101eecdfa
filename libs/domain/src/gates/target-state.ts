import { isDone, type Status } from '../model/status.ts';
import type { TargetState } from '../model/task.ts';

/** The state of a release, phase or task as a gate target: done means COMPLETED or SKIPPED (compatibility.md, Flow). */
export function targetStateOf(status: Status): TargetState {
  if (isDone(status)) return 'done';
  if (status === 'ABORTED') return 'aborted';
  // A gate cannot wait for a template.
  return status === 'TEMPLATE' ? 'missing' : 'open';
}
