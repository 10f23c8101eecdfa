import { useSignal } from '@preact/signals';
import type { FolderResponse } from '@slipway/api-schema/folders';
import { ActionButton, MissingPermissions } from '../../components/action-button.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { missingInFolder } from '../../live/folders.ts';
import { useQuery } from '../../live/queries.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { navigate } from '../../navigation/router.ts';
import { Contents } from './contents.tsx';
import { AddDialog, DeleteDialog, MoveDialog, RenameDialog } from './dialogs.tsx';
import { Teams } from './teams/teams.tsx';
import { refreshTree } from './tree/levels.ts';
import { folderUrl, tabLabels, type UrlState } from './url-state.ts';
import { useImport } from './use-import.tsx';

/** A link to a parent folder. The label is the title, or the id if the user cannot view the folder. */
function Ancestor({ id }: { readonly id: string }) {
  const { value } = useQuery<FolderResponse>(`/folders/${id}?depth=0`);
  return <Link to={folderUrl(id)}>{value.value?.title ?? lastSegment(id)}</Link>;
}

/** The links to the parent folders, starting at the top level. */
function Breadcrumbs({ folder: { id } }: { readonly folder: Pick<FolderResponse, 'id'> }) {
  const ancestorIds = id.split('/').slice(1, -1);
  return (
    <nav aria-label="Breadcrumb">
      <ol class="way">
        <li>
          <Link to="/folders">Folders</Link>
        </li>
        {ancestorIds.map((ancestorId) => (
          <li key={ancestorId}>
            <Ancestor id={ancestorId} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface Props {
  readonly folder: FolderResponse;
  readonly urlState: UrlState;
  /** Reloads the folder. */
  readonly refresh: () => Promise<void>;
}

const loadVariables = async () => (await import('./folder-variables.tsx')).FolderVariables;
const folderActions = ['New subfolder', 'Rename', 'Move', 'Delete'] as const;
type FolderActionName = (typeof folderActions)[number];

/** The label of an action in the command palette. */
const paletteName = (action: FolderActionName, { title }: Pick<FolderResponse, 'title'>): string =>
  action === 'New subfolder' ? `${action} in ${title}` : `${action} ${title}`;

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
  return (
    <>
      <div class="tools">
        {folderActions.map((action) => (
          <ActionButton
            key={action}
            missingPermission={missingPermission(action)}
            run={() => (openDialog.value = action)}
          >
            {action}…
          </ActionButton>
        ))}
        <ActionButton missingPermission={missingImportPermission} run={openImport}>
          Import templates…
        </ActionButton>
      </div>
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
  return (
    <div {...dropHandlers}>
      <Breadcrumbs folder={folder} />
      <h1>{folder.title}</h1>
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
