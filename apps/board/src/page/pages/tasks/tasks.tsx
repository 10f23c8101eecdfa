import { useSignal } from '@preact/signals';
import type { MyTasksResponse, WaitingTaskResponse } from '@slipway/api-schema/search';
import { useEffect, useMemo } from 'preact/hooks';
import { ApiError, messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { missingPermissionFor } from '../../api/permissions.ts';
import { read } from '../../api/rest.ts';
import { ChoiceField, TextField } from '../../components/fields/field.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { Message } from '../../components/message.tsx';
import { Moment } from '../../components/moment.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { RowCheckbox, type Selection, selectionShortcuts } from '../../components/selection.tsx';
import { StatusBadge } from '../../components/status.tsx';
import { type Column, KeyPager, pageSize, Table } from '../../components/table.tsx';
import type { Topic } from '../../live/subscriptions.ts';
import { type PagedList, usePagedList } from '../../live/use-paged-list.ts';
import { announce } from '../../navigation/announce.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { location, replaceUrl } from '../../navigation/router.ts';
import { useShortcuts } from '../../navigation/shortcuts.ts';
import {
  choiceParam,
  optionalParam,
  type StateOf,
  textParam,
  urlState,
  withParams,
} from '../../navigation/url-state.ts';
import { ActionBar, FailedActions } from './action-bar.tsx';
import { type ActionInput, type BulkAction, runBulkAction } from './bulk-actions.ts';

export const tasksUrl = urlState({
  /** Empty for the tasks of the user and of their teams. */
  assignee: choiceParam('whose', ['', 'me', 'teams', 'unassigned']),
  text: textParam('text'),
  /** The key of the page; null for the first page. */
  after: optionalParam('after'),
});

/** The query of the task list. */
export type TaskQuery = StateOf<typeof tasksUrl>;

/** Returns the path of the request for a page. */
export function requestPath(query: TaskQuery, count: number): string {
  const params = tasksUrl.params({ ...query, text: query.text.trim() });
  params.set('resultsPerPage', String(count));
  return withParams('/me/tasks', params);
}

type TaskList = PagedList<TaskQuery, MyTasksResponse>;

const loadFirstSteps = async () => (await import('../first-steps/first-steps.tsx')).FirstSteps;
const noProps = {};

const inboxTopics: readonly Topic[] = ['inbox=true'];

function TaskTitle({ task, selection }: { readonly task: WaitingTaskResponse; readonly selection: Selection }) {
  const { id, title, release } = task;
  return (
    <>
      <RowCheckbox
        selection={selection}
        id={id}
        title={title}
        to={`/releases/${lastSegment(release.id)}?task=${lastSegment(id)}`}
      />
      <p class="why">
        <Message message={task} />
      </p>
      <Refusal message={selection.refusals.value.get(id) ?? null} />
    </>
  );
}

const columnsFor = (selection: Selection): readonly Column<WaitingTaskResponse>[] => [
  { name: 'Task', cell: (task) => <TaskTitle task={task} selection={selection} /> },
  { name: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    name: 'Due',
    cell: ({ dueDate, overdue }) => (
      <>
        <Moment at={dueDate} />
        {overdue && <strong class="overdue"> overdue</strong>}
      </>
    ),
  },
  {
    name: 'Release',
    cell: ({ release, phase }) => (
      <>
        <Link to={`/releases/${lastSegment(release.id)}`}>{release.title}</Link>
        <p class="said">{phase.title}</p>
      </>
    ),
  },
  { name: 'Folder', cell: ({ folder }) => folder.title },
  { name: 'Assignee', cell: ({ owner, team }) => [owner, team].filter((name) => name !== undefined).join(', ') || '–' },
];

const Filters = ({ query, change }: TaskList) => (
  <search class="filters">
    <ChoiceField
      label="Show"
      value={query.assignee}
      options={[
        ['', 'Me and my teams'],
        ['me', 'Me'],
        ['teams', 'My teams'],
        ['unassigned', 'Unassigned'],
      ]}
      change={(whose) => change({ assignee: tasksUrl.parse(new URLSearchParams({ whose })).assignee })}
    />
    <TextField label="Search tasks" type="search" value={query.text} change={(text) => change({ text })} />
  </search>
);

interface PageLinksProps {
  readonly list: TaskList;
  /** The keys of the previous pages, by the keys of the visited pages. */
  readonly previousPages: Map<string, string | null>;
}

/** The links to other pages. A page that was opened by its URL has no Previous link, only First page. */
function PageLinks({ list, previousPages }: PageLinksProps) {
  const { after } = list.query;
  const next = list.page?.next;
  const goToPage = (to: string | null, message: string) => () => {
    list.change({ after: to });
    announce(message);
  };
  const previous = after === null ? undefined : previousPages.get(after);
  const goToNext = (): void => {
    if (next === undefined || !list.isCurrent()) return;
    previousPages.set(next, after);
    goToPage(next, 'Next page')();
  };
  return (
    <KeyPager
      first={after === null ? undefined : goToPage(null, 'First page')}
      previous={previous === undefined ? undefined : goToPage(previous, 'Previous page')}
      next={next === undefined ? undefined : goToNext}
    />
  );
}

/** The message for an empty list. */
const EmptyMessage = ({ query: { assignee, text } }: { readonly query: TaskQuery }) =>
  assignee === '' && text.trim() === '' ? (
    <p class="empty">You’re all caught up</p>
  ) : (
    <p class="empty">
      No tasks match these filters. <Link to="/tasks">Clear filters</Link>
    </p>
  );

/** Returns the selected tasks, and a function that runs an action on them. */
function useBulkActions(list: TaskList) {
  const selectedIds = useSignal<ReadonlySet<string>>(new Set());
  const refusals = useSignal<ReadonlyMap<string, DisplayMessage>>(new Map());
  const failedInput = useSignal<ActionInput | null>(null);
  const attemptedTasks = useSignal<readonly WaitingTaskResponse[]>([]);
  const isBusy = useSignal(false);
  const selection = useMemo((): Selection => ({ selectedIds, refusals }), []);
  const tasks = list.page?.tasks ?? [];
  const selectedTasks = tasks.filter(({ id }) => selectedIds.value.has(id));
  const run = async (action: BulkAction, inputText: string): Promise<void> => {
    const applicableTasks = selectedTasks.filter(
      (task) => action.isAvailableFor(task) && missingPermissionFor(task, action.path) === null,
    );
    isBusy.value = true;
    const errors = await runBulkAction(action, applicableTasks, inputText);
    await list.refresh();
    isBusy.value = false;
    refusals.value = new Map([...errors].map(([id, error]) => [id, messageOf(error)]));
    // After OfflineError, the reconnection reloads the list and shows the state of the task.
    attemptedTasks.value = applicableTasks.filter(({ id }) => errors.get(id) instanceof ApiError);
    failedInput.value = errors.size === 0 ? null : { action, text: inputText };
    // The user may have changed the selection during the requests, so only the completed tasks are removed from it.
    const completedIds = new Set(applicableTasks.map(({ id }) => id).filter((id) => !errors.has(id)));
    selectedIds.value = new Set([...selectedIds.value].filter((id) => !completedIds.has(id)));
    const failureText = errors.size === 0 ? '' : `, ${errors.size} failed`;
    announce(`${completedIds.size} ${action.result}${failureText}`);
  };
  return { selection, tasks, selectedTasks, attemptedTasks, isBusy, failedInput, run };
}

/** Returns the list of tasks. If a later page has become empty, opens the previous page. */
function useTaskList(previousPages: ReadonlyMap<string, string | null>): TaskList {
  return usePagedList({
    ...{ path: '/tasks', urlState: tasksUrl, topicsOf: () => inboxTopics },
    ...{ firstPage: { after: null }, typedFilters: ['text'] },
    load: async (query) => {
      const page = await read<MyTasksResponse>(requestPath(query, pageSize));
      if (page.tasks.length > 0 || query.after === null) return page;
      const isShown = tasksUrl.parse(location.peek().query).after === query.after;
      if (isShown) replaceUrl(tasksUrl.url('/tasks', { ...query, after: previousPages.get(query.after) ?? null }));
      return undefined;
    },
  });
}

/** The open tasks of the user by due date, with actions on one or several tasks. */
export function Tasks() {
  const previousPages = useMemo(() => new Map<string, string | null>(), []);
  const list = useTaskList(previousPages);
  const { selection, tasks, selectedTasks, attemptedTasks, isBusy, failedInput, run } = useBulkActions(list);
  const columns = useMemo(() => columnsFor(selection), [selection]);
  useShortcuts(
    useMemo(() => selectionShortcuts(selection, 'task', () => tasks.map(({ id }) => id)), [selection, list.page]),
  );
  const count = list.page?.count;
  useEffect(() => {
    document.title = `${count === undefined ? '' : `(${count}) `}Home · Slipway`;
  }, [count]);
  return (
    <section>
      <h1>Home</h1>
      <Filters {...list} />
      <Refusal message={list.refusal} />
      <FailedActions tasks={attemptedTasks.value} listedTasks={tasks} selection={selection} />
      {tasks.length > 0 && (
        <>
          <ActionBar
            tasks={selectedTasks}
            isBusy={isBusy}
            failedInput={failedInput}
            run={(action, inputText) => void run(action, inputText)}
          />
          <Table caption="Waiting for you" columns={columns} rows={tasks} keyOf={({ id }) => id} isFixedLayout />
        </>
      )}
      {count === 0 && <EmptyMessage query={list.query} />}
      {count !== undefined && count <= 1 && list.isDefault && (
        <>
          <p>
            <Link to="/releases">View releases in progress</Link>
          </p>
          <Lazy load={loadFirstSteps} props={noProps} />
        </>
      )}
      <PageLinks list={list} previousPages={previousPages} />
    </section>
  );
}
