import { useSignal } from '@preact/signals';
import LayoutDashboard from '~icons/lucide/layout-dashboard';
import Pencil from '~icons/lucide/pencil';
import Plus from '~icons/lucide/plus';
import Trash2 from '~icons/lucide/trash-2';
import { permissionReason } from '../../../api/permission-reason.ts';
import { missingGlobalPermission } from '../../../api/permissions.ts';
import { numberText } from '../../../components/charts/values.ts';
import { ActionButton, MissingPermissions } from '../../../components/controls/action-button.tsx';
import { FieldChip } from '../../../components/controls/filter-controls.tsx';
import { RowMenu } from '../../../components/controls/row-menu.tsx';
import { EmptyState, Skeleton } from '../../../components/empty-state.tsx';
import { FolderField } from '../../../components/fields/folder-field.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { UserName } from '../../../components/marks/user-name.tsx';
import { Moment, None } from '../../../components/moment.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { type Column, Table } from '../../../components/table.tsx';
import { findFolder, useFolders } from '../../../live/folders.ts';
import { useQuery } from '../../../live/queries.ts';
import { polled, type Topic } from '../../../live/subscriptions.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { navigate } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import type { Dashboard } from '../data/responses.ts';
import { pathOf } from '../data/url-state.ts';
import { dashboardAddress, dashboardsUrl, folderAddress, missingEditPermission } from './dashboard.ts';
import { DashboardDialog, DeleteDialog } from './dashboard-dialog.tsx';

const topics: readonly Topic[] = [polled];

/** The open dialog: a new dashboard, a changed one, or the confirmation of a deletion. */
type OpenDialog = { readonly kind: 'new' } | { readonly kind: 'edit' | 'delete'; readonly dashboard: Dashboard };

const columnsOf = (open: (dialog: OpenDialog) => void): readonly Column<Dashboard>[] => [
  { name: t('Dashboard'), cell: ({ id, title }) => <Link to={dashboardAddress(lastSegment(id))}>{title}</Link> },
  {
    name: t('Folder'),
    cell: ({ folderId, folderTitle }) =>
      folderTitle === undefined || folderId === undefined ? (
        <None />
      ) : (
        <Link to={folderAddress(folderId)}>
          <bdi>{folderTitle}</bdi>
        </Link>
      ),
  },
  { name: t('Tiles'), class: 'chart-number', cell: ({ tiles }) => numberText(tiles.length) },
  {
    name: t('Changed'),
    cell: ({ changed, changedBy }) => (
      <div class="two-lines">
        <Moment at={changed} />
        {changedBy !== undefined && (
          <span class="sub">
            <UserName name={changedBy} />
          </span>
        )}
      </div>
    ),
  },
  {
    ...{ name: t('Actions'), isNameHidden: true, class: 'row-menu' },
    cell: (dashboard) => {
      const disabledReason = permissionReason(missingEditPermission(dashboard));
      const action = (kind: 'edit' | 'delete') => ({ disabledReason, run: () => open({ kind, dashboard }) });
      return (
        <RowMenu
          label={t`Actions for ${dashboard.title}`}
          sections={[
            { actions: [{ label: t('Edit…'), icon: Pencil, ...action('edit') }] },
            { actions: [{ label: t('Delete…'), icon: Trash2, isDanger: true, ...action('delete') }] },
          ]}
        />
      );
    },
  },
];

function FolderChip({ folder }: { readonly folder: string }) {
  const folders = useFolders();
  const change = (id: string): void =>
    navigate(dashboardsUrl.url(pathOf('dashboards'), { dashboard: null, folder: id }));
  return (
    <FieldChip
      label="Folder"
      text={folder === '' ? t('All folders') : (findFolder(folders, folder)?.name ?? lastSegment(folder))}
      remove={folder === '' ? null : () => change('')}
    >
      <FolderField label="Folder" value={folder} none={t('All folders')} change={change} />
    </FieldChip>
  );
}

/** The dashboards that the user can view: all, or those of a folder and of the folders around it. */
export function DashboardList({ folder }: { readonly folder: string }) {
  const path = folder === '' ? '/dashboards' : `/dashboards?${new URLSearchParams({ folderId: folder })}`;
  const list = useQuery<readonly Dashboard[]>(path, { topics });
  const dialog = useSignal<OpenDialog | null>(null);
  const close = (): void => {
    dialog.value = null;
  };
  const dashboards = list.value.value;
  const missingPermission = missingGlobalPermission('createDashboard');
  const current = dialog.value;
  return (
    <>
      <div class="dashboard-head">
        <search class="filter-bar">
          <FolderChip folder={folder} />
          {folder !== '' && <Link to={folderAddress(folder)}>Open the folder</Link>}
        </search>
        <span class="end">
          <ActionButton isMain missingPermission={missingPermission} run={() => (dialog.value = { kind: 'new' })}>
            <Icon of={Plus} />
            New dashboard
          </ActionButton>
        </span>
      </div>
      <MissingPermissions names={[missingPermission]} objectId="" />
      <Refusal message={list.refusal.value} retry={list.retry} />
      {dashboards === undefined && list.refusal.value === null && <Skeleton />}
      {dashboards?.length === 0 && (
        <div class="card">
          <EmptyState
            icon={LayoutDashboard}
            text="No dashboards yet. A dashboard shows metrics of a team in one place."
          />
        </div>
      )}
      {dashboards !== undefined && dashboards.length > 0 && (
        <Table
          caption="Dashboards"
          columns={columnsOf((next) => (dialog.value = next))}
          rows={dashboards}
          keyOf={({ id }) => id}
        />
      )}
      {current?.kind === 'new' && (
        <DashboardDialog
          dashboard={null}
          folder={folder}
          close={close}
          onSaved={async ({ id }) => navigate(dashboardAddress(lastSegment(id)))}
        />
      )}
      {current?.kind === 'edit' && (
        <DashboardDialog dashboard={current.dashboard} close={close} onSaved={list.refresh} />
      )}
      {current?.kind === 'delete' && <DeleteDialog dashboard={current.dashboard} close={close} onDone={list.refresh} />}
    </>
  );
}
