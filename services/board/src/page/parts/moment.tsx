import { isUtc } from '../place/zone.ts';

const short = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment in the viewer's zone, with UTC for whoever points at it; or the other way round, where they have chosen so. */
export function Moment({ at }: { readonly at: number | string | undefined }) {
  if (at === undefined) return <span class="none">–</span>;
  const date = new Date(at);
  const iso = date.toISOString();
  const [here, there] = [short.format(date), `${iso.slice(0, 16).replace('T', ' ')} UTC`];
  return (
    <time dateTime={iso} title={isUtc.value ? here : there}>
      {isUtc.value ? there : here}
    </time>
  );
}
