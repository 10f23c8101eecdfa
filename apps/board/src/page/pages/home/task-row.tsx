import type { WaitingTaskResponse } from '@slipway/api-schema/search';
import Check from '~icons/lucide/check';
import Ellipsis from '~icons/lucide/ellipsis';
import PenLine from '~icons/lucide/pen-line';
import RotateCcw from '~icons/lucide/rotate-ccw';
import { permissionReason } from '../../api/permission-reason.ts';
import { missingPermissionFor } from '../../api/permissions.ts';
import { Menu, type MenuAction } from '../../components/controls/menu.tsx';
import { Avatar } from '../../components/marks/avatar.tsx';
import { Icon, type IconNode } from '../../components/marks/icon.tsx';
import { statusTone, type Tone } from '../../components/marks/status.tsx';
import { TaskTypeIcon } from '../../components/marks/task-type-icon.tsx';
import { Message } from '../../components/message.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { SelectBox } from '../../components/selection.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { t } from '../../navigation/text.ts';
import { type BulkAction, bulkActions, needsApproval } from '../tasks/bulk-actions.ts';
import type { TaskActions } from '../tasks/use-task-actions.ts';
import { type DueGroup, describeDue } from './due.ts';

const toneOf = (task: WaitingTaskResponse): Tone => (needsApproval(task) ? 'asks' : statusTone(task.status));

const taskAddress = ({ id, release }: WaitingTaskResponse): string =>
  `/releases/${lastSegment(release.id)}?task=${lastSegment(id)}`;

/** Whether a gate cannot be completed yet, and the user can only approve it or open it. */
const isClosed = ({ code }: WaitingTaskResponse): boolean => code === 'reason.gateClosed';

/** Whether the user has to enter values before the task can start or be completed. */
const needsValues = ({ status, code }: WaitingTaskResponse): boolean =>
  status === 'WAITING_FOR_INPUT' || code === 'reason.fillIn';

/** Returns the action that a user most likely takes on a task; undefined if the user first has to open the task. */
function likelyAction(task: WaitingTaskResponse): BulkAction | undefined {
  if (needsValues(task) || (isClosed(task) && !needsApproval(task))) return undefined;
  const path = needsApproval(task) ? 'approve' : task.status === 'FAILED' ? 'retry' : 'complete';
  return bulkActions.find((action) => action.path === path && action.isAvailableFor(task));
}

const icons: Readonly<Partial<Record<BulkAction['path'], IconNode>>> = { retry: RotateCcw };
const dangerousPaths: readonly BulkAction['path'][] = ['reject', 'fail'];

/** Returns why the action is disabled; null if it is enabled. REST rejects the completion of a closed gate. */
const disabledReason = (task: WaitingTaskResponse, action: BulkAction): string | null => {
  const permission = missingPermissionFor(task, action.path);
  if (permission === null && action.path === 'complete' && isClosed(task)) return t('The gate has open requirements');
  return permissionReason(permission);
};

interface Props {
  readonly task: WaitingTaskResponse;
  readonly group: DueGroup;
  readonly now: number;
  readonly actions: TaskActions;
  /** Runs an action, or opens the dialog for its input. */
  readonly start: (action: BulkAction, task: WaitingTaskResponse) => void;
}

/** The likely action as a button, and all others in a menu. */
function RowActions({ task, actions, start }: Pick<Props, 'task' | 'actions' | 'start'>) {
  const likely = likelyAction(task);
  const others = bulkActions.filter((action) => action !== likely && action.isAvailableFor(task));
  const toItem = (action: BulkAction): MenuAction => ({
    label: action.inputKind === undefined ? action.label : `${action.label}…`,
    isDanger: dangerousPaths.includes(action.path),
    disabledReason: disabledReason(task, action),
    run: () => start(action, task),
  });
  const items = others.map(toItem);
  const reason = likely ? disabledReason(task, likely) : null;
  const openLabel = needsValues(task) ? t('Answer…') : t('Open');
  return (
    <span class="acts">
      {likely === undefined && (
        <Link to={taskAddress(task)} class="button small" label={`${openLabel} ${task.title}`}>
          {needsValues(task) && <Icon of={PenLine} />}
          {openLabel}
        </Link>
      )}
      {likely && (
        <button
          type="button"
          class="small"
          disabled={reason !== null || actions.isBusy.value}
          title={reason ?? undefined}
          aria-label={`${likely.label} ${task.title}`}
          onClick={() => start(likely, task)}
        >
          <Icon of={icons[likely.path] ?? Check} />
          {likely.label}
        </button>
      )}
      <Menu
        label={t`More actions for ${task.title}`}
        buttonClass="quiet square small"
        sections={[
          { actions: items.filter(({ isDanger }) => !isDanger) },
          { actions: items.filter(({ isDanger }) => isDanger) },
        ]}
      >
        <Icon of={Ellipsis} />
      </Menu>
    </span>
  );
}

const dueTones: Readonly<Record<DueGroup, string>> = {
  overdue: 'late',
  today: 'soon',
  later: 'faint',
  undated: 'faint',
};

/** A task that waits for the user, with its reason, due date and most likely action. */
export function TaskRow({ task, group, now, actions, start }: Props) {
  const { id, title, type, release, phase, dueDate, owner, team } = task;
  const { selection } = actions;
  return (
    <li class="todo">
      <span class={`kind ${toneOf(task)}-text`}>
        <TaskTypeIcon type={type} />
        <SelectBox selection={selection} id={id} title={title} />
      </span>
      <div class="what">
        <p>
          <Link to={taskAddress(task)}>
            <bdi>{title}</bdi>
          </Link>{' '}
          <span class="path">
            <bdi>{release.title}</bdi> › <bdi>{phase.title}</bdi>
          </span>
        </p>
        <p class="why">
          <Message message={task} />
        </p>
        <Refusal message={selection.refusals.value.get(id) ?? null} />
      </div>
      <span class={`when ${dueTones[group]}`}>
        {dueDate !== undefined && <time dateTime={dueDate}>{describeDue(Date.parse(dueDate), now)}</time>}
      </span>
      {owner === undefined && team !== undefined ? <Avatar name={team} isTeam /> : <Avatar name={owner ?? null} />}
      <RowActions task={task} actions={actions} start={start} />
    </li>
  );
}
