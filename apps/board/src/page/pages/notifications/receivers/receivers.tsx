import { useMemo } from 'preact/hooks';
import ListFilter from '~icons/lucide/list-filter';
import Plus from '~icons/lucide/plus';
import Webhook from '~icons/lucide/webhook';
import { FieldChip, SearchInput } from '../../../components/controls/filter-controls.tsx';
import { EmptyState, Skeleton } from '../../../components/empty-state.tsx';
import { ChoiceField } from '../../../components/fields/field.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { AddressedTable } from '../../../components/paged-table.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { type Folder, findFolder, useFolders } from '../../../live/folders.ts';
import { useEntity } from '../../../live/queries.ts';
import { polled, type Topic } from '../../../live/subscriptions.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { usePaletteActions } from '../../../navigation/palette-actions.ts';
import { replaceUrl } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import { type PlaceState, placeUrl, type Scope } from '../place.ts';
import { type Receiver, receiversPath, selectReceivers } from './receiver.ts';
import { receiverColumns } from './receiver-columns.tsx';
import { ActionRefusal, useReceiverDialogs } from './use-receiver-dialogs.tsx';

const topics: readonly Topic[] = [polled];

interface Props {
  readonly scope: Scope;
  readonly state: PlaceState;
}

interface FilterProps extends Props {
  readonly receivers: readonly Receiver[];
  readonly folders: readonly Folder[];
}

/** The filters of a list. They are local, because REST returns all receivers at once. */
function Filters({ scope, state, receivers, folders }: FilterProps) {
  const { text, folder } = state;
  const change = (changes: Partial<PlaceState>): void =>
    replaceUrl(placeUrl(scope, 'receivers', { text, folder, ...changes }));
  const nameOf = (id: string): string => findFolder(folders, id)?.name ?? id;
  const ids = [
    ...new Set(receivers.flatMap(({ folderId }) => (folderId === undefined ? [] : [lastSegment(folderId)]))),
  ];
  const options = [
    ['', t('All')],
    ['none', t('Whole installation')],
    ...ids.map((id) => [id, nameOf(id)] as const),
  ] as const;
  return (
    <>
      <SearchInput label="Search receivers" value={text} change={(typed) => change({ text: typed })} />
      {scope.folderId === null && (
        <FieldChip
          label="Folder"
          text={options.find(([id]) => id === folder)?.[1] ?? nameOf(folder)}
          remove={folder === '' ? null : () => change({ folder: '' })}
        >
          <ChoiceField label="Folder" value={folder} options={options} change={(id) => change({ folder: id })} />
        </FieldChip>
      )}
    </>
  );
}

const noReceivers: readonly Receiver[] = [];

/** The receivers of the installation, or of a folder and its subfolders: webhooks, Slack and Microsoft Teams. */
export function Receivers({ scope, state }: Props) {
  const query = scope.folderId === null ? '' : `?${new URLSearchParams({ folderId: scope.folderId })}`;
  const { value, refusal, retry, refresh } = useEntity<readonly Receiver[]>(`${receiversPath}${query}`, topics);
  const folders = useFolders();
  const { actions, content } = useReceiverDialogs(scope, refresh, () => {});
  const create = (): void => {
    actions.dialog.value = { kind: 'new' };
  };
  usePaletteActions([{ name: t('New receiver'), missingPermission: null, run: create }]);
  const receivers = value.value;
  const rows = selectReceivers(receivers ?? noReceivers, state);
  const columns = useMemo(
    () => receiverColumns({ scope, folders, actions }),
    [scope.folderId, folders, refresh, actions.busy.value],
  );
  return (
    <>
      <search class="filter-bar">
        {receivers && receivers.length > 0 && (
          <Filters scope={scope} state={state} receivers={receivers} folders={folders} />
        )}
        <button type="button" class="main end" onClick={create}>
          <Icon of={Plus} />
          New receiver
        </button>
      </search>
      <Refusal message={refusal.value} retry={retry} />
      <ActionRefusal actions={actions} />
      {receivers === undefined && refusal.value === null && <Skeleton />}
      {rows.length > 0 && (
        <AddressedTable name="from" caption="Receivers" columns={columns} rows={rows} keyOf={({ id }) => id} />
      )}
      {receivers && rows.length === 0 && (
        <div class="card">
          <EmptyState
            icon={receivers.length === 0 ? Webhook : ListFilter}
            text={
              receivers.length === 0
                ? t('No receivers yet. A receiver sends events to Slack, Microsoft Teams or your own service.')
                : t('No receivers match these filters')
            }
          />
        </div>
      )}
      {content}
    </>
  );
}
