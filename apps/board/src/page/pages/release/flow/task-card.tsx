import type { TaskResponse } from '@slipway/api-schema/plans';
import Lock from '~icons/lucide/lock';
import TriangleAlert from '~icons/lucide/triangle-alert';
import { Avatar } from '../../../components/marks/avatar.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { StatusBadge, StatusLabel, statusTone, type Tone } from '../../../components/marks/status.tsx';
import { isGate } from '../../../components/marks/task-kinds.ts';
import { TaskTypeIcon } from '../../../components/marks/task-type-icon.tsx';
import { Moment } from '../../../components/moment.tsx';
import { isAutomatic, taskTypeTitle } from '../../../live/task-types.ts';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';
import { progressOf } from '../head/progress.ts';
import { needsApproval } from '../task/gate/requirement.ts';
import { formatDuration, startOfRun } from '../times/durations.ts';
import { DueNote, Elapsed } from '../times/times.tsx';
import { releaseUrl, type UrlState } from '../url-state.ts';
import { GateParts } from './gate-parts.tsx';

export interface CardProps {
  readonly task: TaskResponse;
  /** The titles of the tasks in the same list that must complete before this task. */
  readonly predecessors: string;
  /** Whether lines show the same dependencies. */
  readonly isDrawn: boolean;
  /** Whether the task is planned to start in a blackout. */
  readonly isInBlackout: boolean;
  readonly releaseId: string;
  readonly urlState: UrlState;
}

type TaskProps = Pick<CardProps, 'task'>;

const isGroup = ({ tasks }: TaskResponse): boolean => tasks !== undefined && tasks.length > 0;

/** The tones of tasks that have ended. */
const endedTones: ReadonlySet<Tone> = new Set(['done', 'over']);

/** Returns the class names of a card: its tone, and whether it is a gate or a group. */
export function cardClass(task: TaskResponse): string {
  const tone = needsApproval(task) ? 'asks' : statusTone(task.status);
  return ['task', tone, isGate(task.type) && 'gate', isGroup(task) && 'group']
    .filter((name) => name !== false)
    .join(' ');
}

/** The status of a task: of a group the number of ended tasks, of a gate whether it needs an approval. */
function CardStatus({ task }: TaskProps) {
  if (needsApproval(task)) return <StatusLabel tone="asks" label="Needs approval" />;
  if (!isGroup(task)) return <StatusBadge status={task.status} />;
  const { ended, all } = progressOf(task.tasks ?? []);
  return (
    <>
      <StatusBadge status={task.status} />
      <span class="number">
        {ended} of {all}
      </span>
    </>
  );
}

/** The time that a task took or takes, or its planned duration. */
function CardDuration({ task }: TaskProps) {
  const { endDate, plannedDuration, status } = task;
  const startDate = startOfRun(task);
  if (startDate !== undefined) return <Elapsed from={startDate} to={endDate} />;
  if (plannedDuration === 0 || endedTones.has(statusTone(status))) return null;
  return <span class="number">est. {formatDuration(plannedDuration * 1000)}</span>;
}

/** The assignee of a task. A group needs none, and neither does an automatic task or one that has ended. */
function CardAssignee({ task }: TaskProps) {
  const { owner, team } = task;
  const name = owner ?? team ?? null;
  if (name === null && (isGroup(task) || endedTones.has(statusTone(task.status)))) return null;
  if (name === null && isAutomatic(task.type)) return <span>Automatic</span>;
  return (
    <span class="assignee">
      <Avatar name={name} isTeam={owner === undefined && team !== undefined} />
    </span>
  );
}

function BlackoutNote({ task, isInBlackout }: Pick<CardProps, 'task' | 'isInBlackout'>) {
  const { postponedDueToBlackout, status, scheduledStartDate } = task;
  const isPostponed = postponedDueToBlackout && status === 'PENDING';
  if (!isPostponed && !isInBlackout) return null;
  return (
    <p class="waits-text">
      <Icon of={TriangleAlert} size="small" />
      <span>
        {isPostponed ? t('Postponed by a blackout until ') : t('Starts in a blackout, ')}
        <Moment at={scheduledStartDate} />
      </span>
    </p>
  );
}

/** The texts of a card: type, title, status, duration, due date, assignee, and what the task waits for. */
export function CardTexts({ task, predecessors, isDrawn, isInBlackout, releaseId, urlState }: CardProps) {
  const { status, type, title, dueDate, scheduledStartDate, locked } = task;
  const hasEnded = endedTones.has(statusTone(status));
  return (
    <>
      <h3>
        <span class="type-icon" title={taskTypeTitle(type)}>
          <TaskTypeIcon type={type} />
        </span>
        <Link to={releaseUrl(releaseId, urlState, task.id)}>{title}</Link>
      </h3>
      <p>
        <CardStatus task={task} />
        {status === 'PENDING' && scheduledStartDate !== undefined && <Moment at={scheduledStartDate} />}
        <CardDuration task={task} />
        {!hasEnded && dueDate !== undefined && <DueNote due={dueDate} />}
        {locked && (
          <span title="Locked">
            <Icon of={Lock} size="small" />
            <span class="unseen">Locked</span>
          </span>
        )}
        <span class="unseen">{taskTypeTitle(type)}</span>
        {predecessors !== '' && <span class={isDrawn ? 'lined' : undefined}>after {predecessors}</span>}
        <CardAssignee task={task} />
      </p>
      <BlackoutNote task={task} isInBlackout={isInBlackout} />
      {isGate(task.type) && !hasEnded && <GateParts task={task} />}
    </>
  );
}
