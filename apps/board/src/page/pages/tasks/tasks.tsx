import type { MyTasksResponse, WaitingTaskResponse } from '@slipway/api-schema/search';
import { useEffect, useMemo } from 'preact/hooks';
import CircleCheck from '~icons/lucide/circle-check';
import ListFilter from '~icons/lucide/list-filter';
import { read } from '../../api/rest.ts';
import { SearchInput } from '../../components/controls/filter-controls.tsx';
import { Segments } from '../../components/controls/segments.tsx';
import { EmptyState, Skeleton } from '../../components/empty-state.tsx';
import { StatusBadge, StatusLabel } from '../../components/marks/status.tsx';
import { Moment } from '../../components/moment.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { type Selection, selectionShortcuts } from '../../components/selection.tsx';
import { type Column, pageSize, Table } from '../../components/table.tsx';
import type { Topic } from '../../live/subscriptions.ts';
import { type PagedList, usePagedList } from '../../live/use-paged-list.ts';
import { useBreadcrumb } from '../../navigation/breadcrumb.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { location, replaceUrl } from '../../navigation/router.ts';
import { useShortcuts } from '../../navigation/shortcuts.ts';
import { plural, t } from '../../navigation/text.ts';
import {
  choiceParam,
  optionalParam,
  type StateOf,
  textParam,
  urlState,
  withParams,
} from '../../navigation/url-state.ts';
import { ActionBar, FailedActions } from './action-bar.tsx';
import { needsApproval } from './bulk-actions.ts';
import { Assignee, PageLinks, TaskTitle } from './task-list.tsx';
import { useTaskActions } from './use-task-actions.ts';

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

const inboxTopics: readonly Topic[] = ['inbox=true'];

/** The status of a task. A gate in progress waits for an approval, which is its status for the user. */
export const TaskStatus = ({ task }: { readonly task: WaitingTaskResponse }) =>
  needsApproval(task) ? <StatusLabel tone="asks" label="Needs approval" /> : <StatusBadge status={task.status} />;

const columnsFor = (selection: Selection): readonly Column<WaitingTaskResponse>[] => [
  { name: t('Task'), cell: (task) => <TaskTitle task={task} selection={selection} /> },
  { name: t('Status'), cell: (task) => <TaskStatus task={task} /> },
  {
    name: t('Due'),
    class: 'when',
    cell: ({ dueDate, overdue }) => (
      <>
        <Moment at={dueDate} />
        {overdue && <strong class="overdue"> overdue</strong>}
      </>
    ),
  },
  {
    name: t('Release'),
    class: 'of-release',
    cell: ({ release, phase }) => (
      <>
        <Link to={`/releases/${lastSegment(release.id)}`}>{release.title}</Link>
        <div class="sub">{phase.title}</div>
      </>
    ),
  },
  { name: t('Folder'), cell: ({ folder }) => folder.title },
  { name: t('Assignee'), cell: ({ owner, team }) => <Assignee owner={owner} team={team} /> },
];

const assigneeOptions = [
  ['', t('Me and my teams')],
  ['me', t('Me')],
  ['teams', t('My teams')],
  ['unassigned', t('Unassigned')],
] as const;

const Filters = ({ query, change }: TaskList) => (
  <search class="filter-bar">
    <SearchInput label="Search tasks" value={query.text} change={(text) => change({ text })} />
    <Segments
      label="Show tasks of"
      value={query.assignee}
      options={assigneeOptions}
      change={(assignee) => change({ assignee })}
    />
  </search>
);

/** The message for an empty list. */
const EmptyMessage = ({ query: { assignee, text } }: { readonly query: TaskQuery }) =>
  assignee === '' && text.trim() === '' ? (
    <EmptyState icon={CircleCheck} text="You’re all caught up" />
  ) : (
    <EmptyState icon={ListFilter} text="No tasks match these filters.">
      <Link to="/tasks" class="button">
        Clear filters
      </Link>
    </EmptyState>
  );

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

const crumbs = [
  { label: t('Home'), to: '/' },
  { label: t('Tasks'), to: null },
] as const;

/** The open tasks of the user by due date, with actions on one or several tasks. */
export function Tasks() {
  const previousPages = useMemo(() => new Map<string, string | null>(), []);
  const list = useTaskList(previousPages);
  const tasks = list.page?.tasks ?? [];
  const actions = useTaskActions(tasks, list.refresh);
  const { selection, attemptedTasks } = actions;
  const columns = useMemo(() => columnsFor(selection), [selection]);
  useBreadcrumb(crumbs);
  useShortcuts(
    useMemo(() => selectionShortcuts(selection, t('task'), () => tasks.map(({ id }) => id)), [selection, list.page]),
  );
  const count = list.page?.count;
  useEffect(() => {
    document.title = t`${count === undefined ? '' : `(${count}) `}Tasks · Slipway`;
  }, [count]);
  return (
    <section>
      <PageHead
        title="Tasks"
        meta={count !== undefined && count > 0 ? plural(count, '# task is waiting', '# tasks are waiting') : undefined}
      />
      <Filters {...list} />
      <Refusal message={list.refusal} retry={list.retry} />
      <FailedActions tasks={attemptedTasks.value} listedTasks={tasks} selection={selection} />
      {list.page === undefined && list.refusal === null && <Skeleton />}
      {tasks.length > 0 && (
        <Table caption="Waiting for you" columns={columns} rows={tasks} keyOf={({ id }) => id} isFixedLayout />
      )}
      {count === 0 && <EmptyMessage query={list.query} />}
      <PageLinks list={list} previousPages={previousPages} />
      <ActionBar {...actions} />
    </section>
  );
}
