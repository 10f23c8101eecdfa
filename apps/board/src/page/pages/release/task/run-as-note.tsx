import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { isReleaseCreation } from '../../../components/marks/task-kinds.ts';

interface Props {
  /** The plan of the task; null if the user cannot view it. */
  readonly plan: Pick<ReleaseResponse, 'scriptUsername'> | null;
  readonly task: Pick<TaskResponse, 'type'>;
}

/** The note of a task that creates releases, in a plan without a user that runs scripts. Such a release cannot start. */
export const RunAsNote = ({ plan, task }: Props) =>
  plan !== null &&
  !plan.scriptUsername &&
  isReleaseCreation(task.type) && (
    <p class="reason">Set “Run scripts as” in Properties first: this task creates releases.</p>
  );
