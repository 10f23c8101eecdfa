const short = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** How a moment is written for the viewer, in their zone. */
const written = (at: Date): string => short.format(at);

/** A moment in the viewer's zone, with UTC for whoever points at it. */
export function Moment({ at }: { readonly at: number | string | undefined }) {
  if (at === undefined) return <span class="none">–</span>;
  const date = new Date(at);
  const iso = date.toISOString();
  return (
    <time dateTime={iso} title={`${iso.slice(0, 16).replace('T', ' ')} UTC`}>
      {written(date)}
    </time>
  );
}
