import { useSignal } from '@preact/signals';
import type { FolderResponse } from '@slipway/api-schema/folders';
import type { FolderTaskResponse, FolderTasksResponse } from '@slipway/api-schema/search';
import { useMemo } from 'preact/hooks';
import CircleCheck from '~icons/lucide/circle-check';
import ListFilter from '~icons/lucide/list-filter';
import { missingPermissionFor } from '../../../api/permissions.ts';
import { read } from '../../../api/rest.ts';
import { MissingPermissions } from '../../../components/controls/action-button.tsx';
import { FieldChip, SearchInput } from '../../../components/controls/filter-controls.tsx';
import { EmptyState, Skeleton } from '../../../components/empty-state.tsx';
import { ChoiceField } from '../../../components/fields/field.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { selectionShortcuts } from '../../../components/selection.tsx';
import { pageSize, Table } from '../../../components/table.tsx';
import { polled, type Topic } from '../../../live/subscriptions.ts';
import { useNow } from '../../../live/use-now.ts';
import { type PagedList, usePagedList } from '../../../live/use-paged-list.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { location, replaceUrl } from '../../../navigation/router.ts';
import { useShortcuts } from '../../../navigation/shortcuts.ts';
import { plural, t } from '../../../navigation/text.ts';
import { ActionBar, FailedActions } from '../../tasks/action-bar.tsx';
import type { BulkAction } from '../../tasks/bulk-actions.ts';
import { InputDialog, type PendingAction } from '../../tasks/input-dialog.tsx';
import { PageLinks } from '../../tasks/task-list.tsx';
import { useTaskActions } from '../../tasks/use-task-actions.ts';
import { columnsFor } from './columns.tsx';
import { requestPath, type WaitingQuery, waitingUrl } from './query.ts';
import { waitFilters } from './wait-kinds.ts';

type WaitingList = PagedList<WaitingQuery, FolderTasksResponse>;

const rowPermissions = ['assignToMe', 'assign'] as const;
const noTasks: readonly FolderTaskResponse[] = [];
// The stream of the lists contains no reasons of waits, so the list is also polled.
const topics: readonly Topic[] = ['list=releases', 'inbox=true', polled];

interface Props {
  readonly folder: Pick<FolderResponse, 'id'>;
}

/** Returns the list of a folder. If a later page has become empty, opens the previous page. */
function useWaitingTasks({ id }: Props['folder'], previousPages: ReadonlyMap<string, string | null>): WaitingList {
  const path = `/folders/${lastSegment(id)}`;
  return usePagedList({
    ...{ path, urlState: waitingUrl, topicsOf: () => topics },
    ...{ firstPage: { after: null }, typedFilters: ['text'] },
    load: async (query) => {
      const page = await read<FolderTasksResponse>(requestPath(id, query, pageSize));
      if (page.tasks.length > 0 || query.after === null) return page;
      const isShown = waitingUrl.parse(location.peek().query).after === query.after;
      if (isShown) replaceUrl(waitingUrl.url(path, { ...query, after: previousPages.get(query.after) ?? null }));
      return undefined;
    },
  });
}

function Filters({ query, page, change }: WaitingList) {
  const [, label] = waitFilters.find(([kind]) => kind === query.kind) ?? waitFilters[0];
  return (
    <search class="filter-bar">
      <SearchInput label="Search tasks" value={query.text} change={(text) => change({ text })} />
      <FieldChip label={t('Show')} text={label} remove={query.kind === '' ? null : () => change({ kind: '' })}>
        <ChoiceField
          label="Show"
          value={query.kind}
          options={waitFilters}
          change={(kind) => change({ kind: waitFilters.find(([option]) => option === kind)?.[0] ?? '' })}
        />
      </FieldChip>
      {page && <span class="faint">{plural(page.count, '# task', '# tasks')}</span>}
    </search>
  );
}

/** The message for an empty list. */
const EmptyMessage = ({ query: { kind, text }, urlWith }: WaitingList) =>
  kind === '' && text.trim() === '' ? (
    <EmptyState icon={CircleCheck} text="No unassigned or waiting tasks in this folder" />
  ) : (
    <EmptyState icon={ListFilter} text="No tasks match these filters.">
      <Link to={urlWith({ kind: '', text: '' })} class="button">
        Clear filters
      </Link>
    </EmptyState>
  );

/** The unassigned and waiting tasks of a folder and its subfolders, the longest wait first. */
export function WaitingTasks({ folder }: Props) {
  const previousPages = useMemo(() => new Map<string, string | null>(), []);
  const list = useWaitingTasks(folder, previousPages);
  const tasks = list.page?.tasks ?? noTasks;
  const actions = useTaskActions(tasks, list.refresh);
  const { selection, attemptedTasks, isBusy } = actions;
  const now = useNow();
  const pending = useSignal<PendingAction | null>(null);
  const start = (action: BulkAction, task: FolderTaskResponse): void => {
    if (action.inputKind === undefined) void actions.run(action, '', [task]);
    else pending.value = { action, tasks: [task] };
  };
  const columns = useMemo(
    () => columnsFor({ actions, start, now, folderId: folder.id }),
    [selection, now, folder.id, isBusy.value, list.page],
  );
  useShortcuts(useMemo(() => selectionShortcuts(selection, t('task'), () => tasks.map(({ id }) => id)), [tasks]));
  return (
    <>
      <Filters {...list} />
      <Refusal message={list.refusal} retry={list.retry} />
      <FailedActions tasks={attemptedTasks.value} listedTasks={tasks} selection={selection} />
      {list.page === undefined && list.refusal === null && <Skeleton />}
      {tasks.length > 0 && (
        <Table caption="Unassigned and waiting tasks" columns={columns} rows={tasks} keyOf={({ id }) => id} />
      )}
      <MissingPermissions
        names={tasks.flatMap((task) => rowPermissions.map((action) => missingPermissionFor(task, action)))}
        objectId={folder.id}
      />
      {list.page?.count === 0 && <EmptyMessage {...list} />}
      <PageLinks list={list} previousPages={previousPages} />
      <ActionBar {...actions} />
      {pending.value && (
        <InputDialog
          {...{ failedInput: actions.failedInput, run: actions.run }}
          pending={pending.value}
          close={() => (pending.value = null)}
        />
      )}
    </>
  );
}
