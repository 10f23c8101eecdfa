import type { FolderResponse } from '@slipway/api-schema/folders';
import { useQuery } from '../../live/queries.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { folderUrl } from './url-state.ts';

/** A folder on the way to another: of one that the viewer may not see, its id. */
function Ancestor({ id }: { readonly id: string }) {
  const { value } = useQuery<FolderResponse>(`/folders/${id}?depth=0`);
  return <Link to={folderUrl(id)}>{value.value?.title ?? lastSegment(id)}</Link>;
}

/** The folders above a folder, from the top. */
export function Breadcrumbs({ folder: { id } }: { readonly folder: Pick<FolderResponse, 'id'> }) {
  const ancestorIds = id.split('/').slice(1, -1);
  return (
    <nav aria-label="Location">
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
