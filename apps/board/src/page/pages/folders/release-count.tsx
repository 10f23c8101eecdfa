import { useQuery } from '../../live/queries.ts';

/** The used part of the response of `/releases/count`. */
interface Counts {
  readonly live: { readonly total: number };
  readonly archived: { readonly total: number };
}

const requestBody = (id: string) => ({ parentId: id });

/** The number of live and archived releases in a folder and its subfolders. */
export function ReleaseCount({ id }: { readonly id: string }) {
  const { value } = useQuery<Counts>('/releases/count', { body: requestBody(id) });
  const counts = value.value;
  if (counts === undefined) return null;
  const { live, archived } = counts;
  return (
    <span>
      {live.total} live and {archived.total} archived releases, including subfolders
    </span>
  );
}
