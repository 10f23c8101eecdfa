import { isUtc } from '../navigation/preferences.ts';

const longFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const shortFormat = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});

/** A time with seconds, for records. As in `Moment`, the tooltip has the other time zone. */
export function ExactMoment({ at }: { readonly at: number | string }) {
  const date = new Date(at);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  const local = (isThisYear ? shortFormat : longFormat).format(date);
  const utc = `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const [shown, other] = isUtc.value ? [utc, local] : [local, utc];
  return (
    <time dateTime={date.toISOString()} title={other}>
      {shown}
    </time>
  );
}
