import { useSignal } from '@preact/signals';
import type { MyTasksResponse, WaitingTaskResponse } from '@slipway/api-schema/search';
import { useMemo } from 'preact/hooks';
import CircleCheck from '~icons/lucide/circle-check';
import { Segments } from '../../components/controls/segments.tsx';
import { EmptyState, Skeleton } from '../../components/empty-state.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { selectionShortcuts } from '../../components/selection.tsx';
import type { QueryResult } from '../../live/queries.ts';
import { itemsOfFirstPaint } from '../../navigation/first-paint.ts';
import { Link } from '../../navigation/link.tsx';
import { useShortcuts } from '../../navigation/shortcuts.ts';
import { t } from '../../navigation/text.ts';
import { ActionBar, FailedActions } from '../tasks/action-bar.tsx';
import type { BulkAction } from '../tasks/bulk-actions.ts';
import { InputDialog, type PendingAction } from '../tasks/input-dialog.tsx';
import { useTaskActions } from '../tasks/use-task-actions.ts';
import { type DueGroup, dueGroup } from './due.ts';
import type { Assignee } from './requests.ts';
import { TaskRow } from './task-row.tsx';

/** The maximum number of rows. All tasks are in the view with filters. */
const maxRows = 20;
/** The smallest height of a row, and the smallest distance of the first row from the top, in pixels. */
const [minRowHeight, minTop] = [58, 300];
const noTasks: readonly WaitingTaskResponse[] = [];

const groups: readonly (readonly [group: DueGroup, heading: string])[] = [
  ['overdue', t('Overdue')],
  ['today', t('Due today')],
  ['later', t('Later')],
  ['undated', t('No date')],
];

interface Props {
  readonly tasks: QueryResult<MyTasksResponse>;
  readonly assignee: Assignee;
  readonly changeAssignee: (assignee: Assignee) => void;
  readonly now: number;
}

/** The tasks that wait for the user, by urgency, each with its most likely action. */
export function Waiting({ tasks: { value, refusal, retry, refresh }, assignee, changeAssignee, now }: Props) {
  const { count, tasks: loaded = noTasks } = value.value ?? {};
  const tasks = useMemo(() => loaded.slice(0, maxRows), [loaded]);
  const actions = useTaskActions(tasks, refresh);
  const { selection } = actions;
  const shownTasks = tasks.slice(0, itemsOfFirstPaint(minRowHeight, minTop));
  const pending = useSignal<PendingAction | null>(null);
  useShortcuts(useMemo(() => selectionShortcuts(selection, t('task'), () => tasks.map(({ id }) => id)), [tasks]));
  const start = (action: BulkAction, task: WaitingTaskResponse): void => {
    if (action.inputKind === undefined) void actions.run(action, '', [task]);
    else pending.value = { action, tasks: [task] };
  };
  const groupOf = ({ dueDate, overdue }: WaitingTaskResponse): DueGroup =>
    dueGroup(dueDate === undefined ? null : Date.parse(dueDate), overdue, now);
  return (
    <section class="card waiting-tasks" aria-labelledby="waiting">
      <header>
        <h2 id="waiting">Waiting for you</h2>
        {count !== undefined && count > 0 && <span class="badge">{count}</span>}
        <Segments
          label="Assignee"
          value={assignee}
          options={[
            ['all', t('Me and my teams')],
            ['me', t('Me')],
          ]}
          change={changeAssignee}
        />
      </header>
      <Refusal message={refusal.value} retry={retry} />
      <FailedActions tasks={actions.attemptedTasks.value} listedTasks={tasks} selection={selection} />
      {count === undefined && refusal.value === null && <Skeleton />}
      {count === 0 && (
        <EmptyState icon={CircleCheck} text="You’re all caught up">
          <Link to="/releases">View releases in progress</Link>
        </EmptyState>
      )}
      {groups.map(([group, heading]) => {
        const rows = shownTasks.filter((task) => groupOf(task) === group);
        if (rows.length === 0) return null;
        return (
          <div key={group} class="due-group">
            <h3 class={group === 'overdue' ? 'late' : undefined}>{heading}</h3>
            <ul>
              {rows.map((task) => (
                <TaskRow key={task.id} {...{ task, group, now, actions, start }} />
              ))}
            </ul>
          </div>
        );
      })}
      {count !== undefined && (
        <footer>
          <Link to="/tasks">{count > 1 ? t`Show all ${count} tasks with filters` : t('Show tasks with filters')}</Link>
          {tasks.length > 0 && (
            <span class="hint" aria-hidden="true">
              <kbd>J</kbd> <kbd>K</kbd> to move, <kbd>X</kbd> to select
            </span>
          )}
        </footer>
      )}
      <ActionBar {...actions} />
      {pending.value && <InputDialog {...actions} pending={pending.value} close={() => (pending.value = null)} />}
    </section>
  );
}
