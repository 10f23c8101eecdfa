import { None } from '../../../components/moment.tsx';
import { isUtc } from '../../../navigation/preferences.ts';

const styles = { dateStyle: 'medium', timeStyle: 'medium' } as const;
const localFormat = new Intl.DateTimeFormat(undefined, styles);
const utcFormat = new Intl.DateTimeFormat(undefined, { ...styles, timeZone: 'UTC' });

/** Returns the time zone of all times in the report. */
export const timeZoneName = (): string => (isUtc.value ? utcFormat : localFormat).resolvedOptions().timeZone;

/** A time with its year and seconds, which stays complete on paper. */
export function Timestamp({ at }: { readonly at: number | string | undefined }) {
  if (at === undefined) return <None />;
  const date = new Date(at);
  return <time dateTime={date.toISOString()}>{(isUtc.value ? utcFormat : localFormat).format(date)}</time>;
}
