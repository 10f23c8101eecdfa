import type { FolderAnswer } from '@slipway/wire';
import { useAsked } from '../../live/use-asked.ts';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';
import { addressOf } from './spot.ts';

/** A folder on the way to another: of one that the viewer may not see, its id. */
function Above({ id }: { readonly id: string }) {
  const { value } = useAsked<FolderAnswer>(`/folders/${id}?depth=0`);
  return <Link to={addressOf(id)}>{value.value?.title ?? lastOf(id)}</Link>;
}

/** The folders above a folder, from the top. */
export function Way({ folder: { id } }: { readonly folder: Pick<FolderAnswer, 'id'> }) {
  const above = id.split('/').slice(1, -1);
  return (
    <nav aria-label="Location">
      <ol class="way">
        <li>
          <Link to="/folders">Folders</Link>
        </li>
        {above.map((each) => (
          <li key={each}>
            <Above id={each} />
          </li>
        ))}
      </ol>
    </nav>
  );
}
