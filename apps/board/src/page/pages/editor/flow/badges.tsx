import type { TaskResponse } from '@slipway/api-schema/plans';
import CornerDownRight from '~icons/lucide/corner-down-right';
import Lock from '~icons/lucide/lock';
import Pencil from '~icons/lucide/pencil';
import ShieldCheck from '~icons/lucide/shield-check';
import Split from '~icons/lucide/split';
import { Avatar } from '../../../components/marks/avatar.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { StatusBadge } from '../../../components/marks/status.tsx';
import { taskTypeTitle } from '../../../live/task-types.ts';
import { plural } from '../../../navigation/text.ts';
import { isUnsaved } from '../part-inputs.ts';

const approvalText = (requirements: TaskResponse['approvalRequirements'] = []): string | null => {
  const count = requirements.reduce((sum, requirement) => sum + requirement.count, 0);
  return count === 0 ? null : plural(count, '# approval', '# approvals');
};

interface Props {
  readonly task: TaskResponse;
  /** The titles of the tasks that the task waits for. */
  readonly predecessors: readonly string[];
  /** Whether lines show all tasks that the task waits for. */
  readonly isDrawn: boolean;
}

/** The line below the title of a task: type, badges and assignee. */
export function Badges({ task, predecessors, isDrawn }: Props) {
  const { type, status, owner, team, locked, precondition, tags, approvalRequirements } = task;
  const approvals = approvalText(approvalRequirements);
  return (
    <p class="badges">
      <span class="type">{taskTypeTitle(type)}</span>
      {status !== 'PLANNED' && <StatusBadge status={status} />}
      {isUnsaved(task) && (
        <span class="tag">
          <Icon of={Pencil} size="small" />
          Unsaved
        </span>
      )}
      {precondition && (
        <span class="tag">
          <Icon of={Split} size="small" />
          Precondition
        </span>
      )}
      {locked && (
        <span class="tag">
          <Icon of={Lock} size="small" />
          Locked
        </span>
      )}
      {approvals !== null && (
        <span class="tag">
          <Icon of={ShieldCheck} size="small" />
          {approvals}
        </span>
      )}
      {tags.map((tag) => (
        <bdi key={tag} class="tag">
          {tag}
        </bdi>
      ))}
      {predecessors.length > 0 && (
        <span class={isDrawn ? 'tag lined' : 'tag'}>
          <Icon of={CornerDownRight} size="small" />
          <span>after {predecessors.join(', ')}</span>
        </span>
      )}
      {(owner ?? team) && <Avatar name={owner ?? team ?? ''} isTeam={!owner} />}
    </p>
  );
}
