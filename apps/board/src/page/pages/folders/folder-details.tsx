import { useSignal } from '@preact/signals';
import type { FolderResponse } from '@slipway/api-schema/folders';
import Ellipsis from '~icons/lucide/ellipsis';
import FolderInput from '~icons/lucide/folder-input';
import FolderPlus from '~icons/lucide/folder-plus';
import Pencil from '~icons/lucide/pencil';
import Trash2 from '~icons/lucide/trash-2';
import Upload from '~icons/lucide/upload';
import { ActionButton, MissingPermissions } from '../../components/controls/action-button.tsx';
import { Menu, type MenuAction } from '../../components/controls/menu.tsx';
import { Tabs } from '../../components/controls/tabs.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { Icon, type IconNode } from '../../components/marks/icon.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { missingInFolder } from '../../live/folders.ts';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { navigate } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
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

const loadVariables = async () => (await import('./folder-variables.tsx')).FolderVariables;
const folderActions = [t('New subfolder'), t('Rename'), t('Move'), t('Delete')] as const;
type FolderActionName = (typeof folderActions)[number];

/** The label of an action in the command palette. */
const paletteName = (action: FolderActionName, { title }: Pick<FolderResponse, 'title'>): string =>
  action === 'New subfolder' ? t`${action} in ${title}` : `${action} ${title}`;

/** The reason why an action is disabled; null if the user has the permission. */
const requirement = (permission: string | null): string | null => permission && t`Requires ${permission}`;

const parentOf = (id: string): string => id.slice(0, id.lastIndexOf('/'));

interface FolderActionsProps extends Omit<Props, 'urlState'> {
  readonly openImport: () => void;
}

/** The actions on a folder. */
function FolderActions({ folder, refresh, openImport }: FolderActionsProps) {
  const openDialog = useSignal<FolderActionName | null>(null);
  const missingPermission = (action: FolderActionName): string | null =>
    missingInFolder(folder, action === 'New subfolder' ? 'createFolder' : 'changeFolder');
  const missingImportPermission = missingInFolder(folder, 'createTemplate');
  usePaletteActions(
    folderActions.map((action) => ({
      name: paletteName(action, folder),
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
  const menuAction = (action: FolderActionName, icon: IconNode): MenuAction => ({
    ...{ label: `${action}…`, icon, run: () => (openDialog.value = action) },
    ...{ isDanger: action === 'Delete', disabledReason: requirement(missingPermission(action)) },
  });
  const importAction = {
    ...{ label: t('Import templates…'), icon: Upload, run: openImport },
    disabledReason: requirement(missingImportPermission),
  };
  return (
    <>
      <PageHead title={folder.title} meta={<ReleaseCount id={folder.id} />}>
        <ActionButton
          isMain
          missingPermission={missingPermission(t('New subfolder'))}
          run={() => (openDialog.value = t('New subfolder'))}
        >
          <Icon of={FolderPlus} />
          New subfolder…
        </ActionButton>
        <Menu
          label={t`More actions for ${folder.title}`}
          buttonClass="square"
          sections={[
            { actions: [menuAction(t('Rename'), Pencil), menuAction(t('Move'), FolderInput), importAction] },
            { actions: [menuAction(t('Delete'), Trash2)] },
          ]}
        >
          <Icon of={Ellipsis} />
        </Menu>
      </PageHead>
      <MissingPermissions
        names={[...folderActions.map(missingPermission), missingImportPermission]}
        objectId={folder.id}
      />
      {openDialog.value === 'New subfolder' && (
        <AddDialog parent={folder.id} close={close} onAdded={(id) => goTo(folderUrl(id))} />
      )}
      {openDialog.value === 'Rename' && <RenameDialog {...dialogProps} />}
      {openDialog.value === 'Move' && <MoveDialog {...dialogProps} />}
      {openDialog.value === 'Delete' && (
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
    case 'variables':
      return (
        <Lazy load={loadVariables} props={{ folder, missingPermission: missingInFolder(folder, 'changeVariables') }} />
      );
    case 'teams':
      return <Teams folder={folder} />;
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
