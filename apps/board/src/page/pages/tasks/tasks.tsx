import { computed, useSignal, useSignalEffect } from '@preact/signals';
import type { MyTasksResponse, WaitingTaskResponse } from '@slipway/api-schema/search';
import { useEffect, useMemo } from 'preact/hooks';
import { ApiError, messageOf } from '../../api/errors.ts';
import type { PagedQuery } from '../../api/paged-query.ts';
import { ChoiceField, TextField } from '../../components/fields/field.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { KeyPager } from '../../components/rows/key-pager.tsx';
import { type Selection, selectionShortcuts } from '../../components/selection.tsx';
import { Table } from '../../components/table.tsx';
import type { Topic } from '../../live/subscriptions.ts';
import { useLiveRefresh } from '../../live/use-live-refresh.ts';
import { announce } from '../../navigation/announce.ts';
import { Link } from '../../navigation/link.tsx';
import { location, navigate, replaceUrl } from '../../navigation/router.ts';
import { useShortcuts } from '../../navigation/shortcuts.ts';
import { ActionBar } from './action-bar.tsx';
import { type ActionInput, type BulkAction, missingPermissionFor, runBulkAction } from './bulk-actions.ts';
import { columnsFor } from './columns.tsx';
import { FailedActions } from './failed-actions.tsx';
import { parseQuery, queryUrl, type TaskQuery } from './query.ts';
import { createTaskPageQuery } from './task-page-query.ts';

const loadFirstSteps = async () => (await import('../first-steps/first-steps.tsx')).FirstSteps;
const noProps = {};

const inboxTopics: readonly Topic[] = ['inbox=true'];

const Filters = ({ query }: { readonly query: TaskQuery }) => (
  <search class="filters">
    <ChoiceField
      label="Whose"
      value={query.assignee}
      options={[
        ['', 'Mine and my teams’'],
        ['me', 'Mine'],
        ['teams', 'My teams’'],
        ['unassigned', 'Unassigned'],
      ]}
      change={(assignee) =>
        navigate(queryUrl({ ...parseQuery(new URLSearchParams({ whose: assignee })), text: query.text }))
      }
    />
    <TextField
      label="Task or release"
      type="search"
      value={query.text}
      change={(text) => replaceUrl(queryUrl({ ...query, text, after: null }))}
    />
  </search>
);

interface PageLinksProps {
  readonly query: TaskQuery;
  readonly list: PagedQuery<MyTasksResponse>;
  /** The keys of visited pages, with the pages before them */
  readonly previousPages: Map<string, string | null>;
}

/** The links to other pages. A page that was opened by its address leads back to the first one. */
function PageLinks({ query, list, previousPages }: PageLinksProps) {
  const { after } = query;
  const next = list.value.value?.next;
  const goToPage = (to: string | null, message: string) => () => {
    navigate(queryUrl({ ...query, after: to }));
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

/** Why the list is empty. */
const EmptyMessage = ({ query: { assignee, text } }: { readonly query: TaskQuery }) =>
  assignee === '' && text.trim() === '' ? (
    <p class="empty">Nothing waits for you.</p>
  ) : (
    <p class="empty">
      No task fits these filters. <Link to="/tasks">Show all that wait for you</Link>
    </p>
  );

/** Marks of the tasks that are shown, and how a step is taken with those that were chosen. */
function useBulkActions(list: PagedQuery<MyTasksResponse>) {
  const selectedIds = useSignal<ReadonlySet<string>>(new Set());
  const refusals = useSignal<ReadonlyMap<string, string>>(new Map());
  const failedInput = useSignal<ActionInput | null>(null);
  const attemptedTasks = useSignal<readonly WaitingTaskResponse[]>([]);
  const isBusy = useSignal(false);
  const selection = useMemo((): Selection => ({ selectedIds, refusals }), []);
  const tasks = list.value.value?.tasks ?? [];
  const selectedTasks = tasks.filter(({ id }) => selectedIds.value.has(id));
  const run = async (action: BulkAction, inputText: string): Promise<void> => {
    const applicableTasks = selectedTasks.filter(
      (task) => action.isAvailableFor(task) && missingPermissionFor(action, task) === undefined,
    );
    isBusy.value = true;
    const errors = await runBulkAction(action, applicableTasks, inputText);
    await list.refresh();
    isBusy.value = false;
    refusals.value = new Map([...errors].map(([id, error]) => [id, messageOf(error)]));
    // Tasks without a response are updated in the list after the reconnection
    attemptedTasks.value = applicableTasks.filter(({ id }) => errors.get(id) instanceof ApiError);
    failedInput.value = errors.size === 0 ? null : { action, text: inputText };
    // The user may have chosen other tasks meanwhile: only the finished ones are no longer chosen.
    const completedIds = new Set(applicableTasks.map(({ id }) => id).filter((id) => !errors.has(id)));
    selectedIds.value = new Set([...selectedIds.value].filter((id) => !completedIds.has(id)));
    announce(`${action.label}: ${applicableTasks.length - errors.size} done, ${errors.size} refused`);
  };
  return { marks: selection, tasks, picked: selectedTasks, tried: attemptedTasks, isBusy, unheard: failedInput, run };
}

/** The tasks of the user, by due date, with actions, also on many at once. */
export function Tasks() {
  const query = useMemo(() => computed(() => parseQuery(location.value.query)), []);
  const previousPages = useMemo(() => new Map<string, string | null>(), []);
  const list = useMemo(
    () =>
      createTaskPageQuery(
        () => query.peek(),
        (requested) => {
          const previousKey = previousPages.get(requested.after ?? '') ?? null;
          if (query.peek().after === requested.after) replaceUrl(queryUrl({ ...requested, after: previousKey }));
        },
      ),
    [],
  );
  useLiveRefresh(inboxTopics, list.refresh);
  useSignalEffect(() => {
    if (query.value) void list.refresh();
  });
  const {
    marks: selection,
    tasks,
    picked: selectedTasks,
    tried: attemptedTasks,
    isBusy,
    unheard: failedInput,
    run,
  } = useBulkActions(list);
  const columns = useMemo(() => columnsFor(selection), [selection]);
  useShortcuts(
    useMemo(
      () => selectionShortcuts(selection, 'task', () => (list.value.peek()?.tasks ?? []).map(({ id }) => id)),
      [selection, list],
    ),
  );
  const count = list.value.value?.count;
  useEffect(() => {
    document.title = `${count === undefined ? '' : `(${count}) `}My tasks · Slipway`;
  }, [count]);
  return (
    <section>
      <h1>My tasks</h1>
      <Filters query={query.value} />
      <Refusal sentence={list.refusal.value} />
      <FailedActions tasks={attemptedTasks.value} listedTasks={tasks} selection={selection} />
      {tasks.length > 0 && (
        <>
          <ActionBar
            tasks={selectedTasks}
            isBusy={isBusy}
            failedInput={failedInput}
            run={(action, inputText) => void run(action, inputText)}
          />
          <Table caption="My tasks" columns={columns} rows={tasks} keyOf={({ id }) => id} isFixedLayout />
        </>
      )}
      {count === 0 && <EmptyMessage query={query.value} />}
      {count !== undefined && count <= 1 && queryUrl(query.value) === '/tasks' && (
        <>
          <p>
            <Link to="/releases">Watch the releases that run</Link>
          </p>
          <Lazy load={loadFirstSteps} props={noProps} />
        </>
      )}
      <PageLinks query={query.value} list={list} previousPages={previousPages} />
    </section>
  );
}
