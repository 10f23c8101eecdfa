import { useAsked } from '../../live/use-asked.ts';

/** What is read of the counts of releases. */
interface Counts {
  readonly live: { readonly total: number };
  readonly archived: { readonly total: number };
}

const body = (id: string) => ({ parentId: id });

/** How many releases lie in a folder and below it. */
export function Counted({ id }: { readonly id: string }) {
  const { value } = useAsked<Counts>('/releases/count', { body: body(id) });
  const counts = value.value;
  if (counts === undefined) return null;
  const { live, archived } = counts;
  return (
    <p>
      Releases in it and below it: {live.total} live, {archived.total} in the archive.
    </p>
  );
}
