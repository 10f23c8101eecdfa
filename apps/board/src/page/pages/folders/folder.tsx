import type { FolderResponse } from '@slipway/api-schema/folders';
import { useEffect } from 'preact/hooks';
import { NotFound } from '../../components/not-found.tsx';
import { Refusal } from '../../components/refusal.tsx';
import type { FolderAction } from '../../live/folders.ts';
import { useQuery } from '../../live/queries.ts';
import { polled } from '../../live/subscriptions.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { location, type ViewProps } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { FolderDetails } from './folder-details.tsx';
import { Sidebar } from './sidebar.tsx';
import { reveal } from './tree/levels.ts';
import { folderState } from './url-state.ts';

const actions: readonly FolderAction[] = [
  'createFolder',
  'changeFolder',
  'changeTeams',
  'changeVariables',
  'createTemplate',
];
const query = new URLSearchParams([['depth', '0'], ...actions.map((action) => ['action', action])]);

/** The view of a folder: the folder tree, and the folder with its tabs. */
export function Folder({ params: { id = '' } }: ViewProps) {
  const result = useQuery<FolderResponse>(`/folders/${encodeURIComponent(id)}?${query}`, { topics: [polled] });
  const loadedFolder = result.value.value;
  // Until the new folder is loaded, the query returns the previous folder.
  const folder = loadedFolder && lastSegment(loadedFolder.id) === id ? loadedFolder : undefined;
  const title = folder?.title;
  useEffect(() => {
    document.title = t`${title ?? t('Folder')} · Slipway`;
  }, [title]);
  // If the user cannot view a parent folder, the tree stays unchanged.
  useEffect(() => void (folder && reveal(folder.id).catch(() => {})), [folder?.id]);
  return (
    <section class="split of-folder">
      <Sidebar selectedKey={id} />
      <div>
        {folder ? (
          <Refusal message={result.refusal.value} retry={result.retry} />
        ) : (
          <NotFound
            kind="folder"
            message={result.refusal.value}
            list={['/folders', t('All folders')]}
            retry={result.retry}
          />
        )}
        {folder && (
          <FolderDetails
            key={folder.id}
            folder={folder}
            urlState={folderState.parse(location.value.query)}
            refresh={result.refresh}
          />
        )}
      </div>
    </section>
  );
}
