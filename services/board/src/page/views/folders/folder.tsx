import type { FolderResponse } from '@slipway/wire';
import { useEffect } from 'preact/hooks';
import { useQuery } from '../../live/use-asked.ts';
import { polled } from '../../live/wants.ts';
import { NotFound } from '../../parts/dead-end.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { lastSegment } from '../../place/ids.ts';
import { location } from '../../place/router.ts';
import type { ViewProps } from '../view.ts';
import { FolderDetails } from './one-folder.tsx';
import { Sidebar } from './side.tsx';
import { parseUrl } from './spot.ts';
import { reveal } from './tree/levels.ts';

/** A folder beside the tree: its content, and its teams. */
export function Folder({ params: { id = '' } }: ViewProps) {
  const result = useQuery<FolderResponse>(`/folders/${encodeURIComponent(id)}?depth=0`, { topics: [polled] });
  const loadedFolder = result.value.value;
  // the folder before, until this one is answered
  const folder = loadedFolder && lastSegment(loadedFolder.id) === id ? loadedFolder : undefined;
  const title = folder?.title;
  useEffect(() => {
    document.title = `${title ?? 'Folder'} · Slipway`;
  }, [title]);
  // what may not be seen on the way to a folder leaves the tree as it is
  useEffect(() => void (folder && reveal(folder.id).catch(() => {})), [folder?.id]);
  return (
    <section class="split">
      <Sidebar selectedKey={id} />
      <div>
        {folder ? (
          <Refusal sentence={result.refusal.value} />
        ) : (
          <NotFound kind="folder" sentence={result.refusal.value} list={['/folders', 'All folders']} />
        )}
        {folder && (
          <FolderDetails key={folder.id} folder={folder} urlState={parseUrl(location.value.query)} refresh={result.refresh} />
        )}
      </div>
    </section>
  );
}
