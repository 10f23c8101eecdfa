import { useSignal } from '@preact/signals';
import type { FolderResponse } from '@slipway/api-schema/folders';
import Bell from '~icons/lucide/bell';
import Ellipsis from '~icons/lucide/ellipsis';
import FolderInput from '~icons/lucide/folder-input';
import FolderPlus from '~icons/lucide/folder-plus';
import LayoutTemplate from '~icons/lucide/layout-template';
import Pencil from '~icons/lucide/pencil';
import Plus from '~icons/lucide/plus';
import Trash2 from '~icons/lucide/trash-2';
import Upload from '~icons/lucide/upload';
import { permissionReason } from '../../api/permission-reason.ts';
import { ActionButton, MissingPermissions } from '../../components/controls/action-button.tsx';
import { Menu, type MenuAction } from '../../components/controls/menu.tsx';
import { Tabs } from '../../components/controls/tabs.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { Icon, type IconNode } from '../../components/marks/icon.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { type FolderAction, missingInFolder } from '../../live/folders.ts';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { navigate } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { NewReleaseDialog } from '../first-steps/new-release-dialog.tsx';
import { NewDialog } from '../templates/new-dialog.tsx';
import { Contents } from './contents.tsx';
import { useFolderBreadcrumb } from './crumbs.ts';
import { AddDialog, DeleteDialog, MoveDialog, RenameDialog } from './dialogs.tsx';
import { ReleaseCount } from './release-count.tsx';
import { Teams } from './teams/teams.tsx';
import { refreshTree } from './tree/levels.ts';
import { folderUrl, tabLabels, type UrlState } from './url-state.ts';
import { useImport } from './use-import.tsx';

interface Props {
  readonly folder: FolderResponse;
  readonly urlState: UrlState;
  /** Reloads the folder. */
  readonly refresh: () => Promise<void>;
}

const loadWaitingTasks = async () => (await import('./waiting/waiting-tasks.tsx')).WaitingTasks;
const loadNotifications = async () =>
  (await import('../notifications/notifications-of-place.tsx')).NotificationsOfPlace;
const loadFollowDialog = async () => (await import('../notifications/follow/follow-dialog.tsx')).FollowDialog;
const loadInsights = async () => (await import('./insights/folder-insights.tsx')).FolderInsights;
const loadVariables = async () => (await import('./folder-variables.tsx')).FolderVariables;
/** The actions with a dialog, and the permission that each needs. */
const neededActions = {
  template: 'createTemplate',
  add: 'createFolder',
  rename: 'changeFolder',
  move: 'changeFolder',
  delete: 'changeFolder',
} as const satisfies Readonly<Record<string, FolderAction>>;
type FolderDialog = keyof typeof neededActions;
const isDialog = (name: string): name is FolderDialog => Object.hasOwn(neededActions, name);
const dialogs: readonly FolderDialog[] = Object.keys(neededActions).filter(isDialog);

/** Returns the label of an action in the command palette. */
function paletteName(action: FolderDialog, title: string): string {
  switch (action) {
    case 'template':
      return t`New template in ${title}`;
    case 'add':
      return t`New subfolder in ${title}`;
    case 'rename':
      return t`Rename ${title}`;
    case 'move':
      return t`Move ${title}`;
    case 'delete':
      return t`Delete ${title}`;
  }
}

const parentOf = (id: string): string => id.slice(0, id.lastIndexOf('/'));

interface FolderActionsProps extends Omit<Props, 'urlState'> {
  readonly openImport: () => void;
}

/** The actions on a folder. */
function FolderActions({ folder, refresh, openImport }: FolderActionsProps) {
  const openDialog = useSignal<FolderDialog | 'release' | 'follow' | null>(null);
  const missingPermission = (action: FolderDialog): string | null => missingInFolder(folder, neededActions[action]);
  const missingImportPermission = missingInFolder(folder, 'createTemplate');
  usePaletteActions(
    dialogs.map((action) => ({
      name: paletteName(action, folder.title),
      missingPermission: missingPermission(action),
      run: () => (openDialog.value = action),
    })),
  );
  const close = (): void => {
    openDialog.value = null;
  };
  const refreshAll = async (): Promise<void> => {
    await Promise.all([refresh(), refreshTree()]);
  };
  const dialogProps = { folder, close, onDone: refreshAll };
  const goTo = (to: string): void => {
    void refreshTree();
    navigate(to);
  };
  const menuAction = (action: FolderDialog, label: string, icon: IconNode): MenuAction => ({
    ...{ label, icon, run: () => (openDialog.value = action) },
    ...{ isDanger: action === 'delete', disabledReason: permissionReason(missingPermission(action)) },
  });
  const importAction = {
    ...{ label: t('Import templates…'), icon: Upload, run: openImport },
    disabledReason: permissionReason(missingImportPermission),
  };
  return (
    <>
      <PageHead title={folder.title} meta={<ReleaseCount id={folder.id} />}>
        <ActionButton isMain missingPermission={null} run={() => (openDialog.value = 'release')}>
          <Icon of={Plus} />
          New release
        </ActionButton>
        <ActionButton missingPermission={missingPermission('template')} run={() => (openDialog.value = 'template')}>
          <Icon of={LayoutTemplate} />
          New template
        </ActionButton>
        <Menu
          label={t`More actions for ${folder.title}`}
          buttonClass="square"
          sections={[
            {
              actions: [
                menuAction('add', t('New subfolder…'), FolderPlus),
                menuAction('rename', t('Rename…'), Pencil),
                menuAction('move', t('Move…'), FolderInput),
                importAction,
                { label: t('Notifications…'), icon: Bell, run: () => (openDialog.value = 'follow') },
              ],
            },
            { actions: [menuAction('delete', t('Delete…'), Trash2)] },
          ]}
        >
          <Icon of={Ellipsis} />
        </Menu>
      </PageHead>
      <MissingPermissions names={dialogs.map(missingPermission)} objectId={folder.id} />
      {openDialog.value === 'release' && <NewReleaseDialog folder={folder} close={close} />}
      {openDialog.value === 'follow' && <Lazy load={loadFollowDialog} props={{ object: folder, close }} />}
      {openDialog.value === 'template' && (
        <NewDialog allowedFolders={{ options: [[folder.id, folder.title]] }} folder={folder.id} close={close} />
      )}
      {openDialog.value === 'add' && (
        <AddDialog parent={folder.id} close={close} onAdded={(id) => goTo(folderUrl(id))} />
      )}
      {openDialog.value === 'rename' && <RenameDialog {...dialogProps} />}
      {openDialog.value === 'move' && <MoveDialog {...dialogProps} />}
      {openDialog.value === 'delete' && (
        <DeleteDialog
          folder={folder}
          close={close}
          onDone={() => goTo(folder.id.split('/').length > 2 ? folderUrl(parentOf(folder.id)) : '/folders')}
        />
      )}
    </>
  );
}

function TabContent({ folder, urlState }: Pick<Props, 'folder' | 'urlState'>) {
  switch (urlState.tab) {
    case 'inside':
      return <Contents folder={folder} urlState={urlState} />;
    case 'waiting':
      return <Lazy load={loadWaitingTasks} props={{ folder }} />;
    case 'variables':
      return (
        <Lazy load={loadVariables} props={{ folder, missingPermission: missingInFolder(folder, 'changeVariables') }} />
      );
    case 'teams':
      return <Teams folder={folder} />;
    case 'notifications':
      return <Lazy load={loadNotifications} props={{ scope: { folderId: folder.id } }} />;
    case 'insights':
      return (
        <Lazy load={loadInsights} props={{ folder, missingPermission: missingInFolder(folder, 'changeFolder') }} />
      );
  }
}

/** A folder with its actions, and the tab from the address. */
export function FolderDetails({ folder, urlState, refresh }: Props) {
  const { dropHandlers, open, dialog } = useImport(folder);
  useFolderBreadcrumb(folder);
  return (
    <div {...dropHandlers}>
      <FolderActions folder={folder} refresh={refresh} openImport={open} />
      <Tabs
        label="Folder views"
        tabs={tabLabels.map(([tab, title]) => ({
          title,
          to: folderUrl(folder.id, { tab }),
          isCurrent: tab === urlState.tab,
        }))}
      />
      <TabContent folder={folder} urlState={urlState} />
      {dialog}
    </div>
  );
}
