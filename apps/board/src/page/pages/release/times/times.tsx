import { signal } from '@preact/signals';
import { isUtc } from '../../../navigation/preferences.ts';
import { t } from '../../../navigation/text.ts';
import { compareToDue, describeDue, formatDuration, isSoon } from './durations.ts';

/** The current time, in milliseconds since 1970. It changes once a minute. */
const now = signal(Date.now());
window.setInterval(() => {
  now.value = Date.now();
}, 60_000);

/** The time from a start to an end, or to now. Only this text is rendered each minute. */
export const Elapsed = ({ from, to }: { readonly from: string; readonly to: string | undefined }) => (
  <span class="number">{formatDuration((to === undefined ? now.value : Date.parse(to)) - Date.parse(from))}</span>
);

/** The time until a due date, or since then. */
export function DueDistance({ due }: { readonly due: string }) {
  const { text, isLate } = describeDue(due, now.value);
  return <span class={isLate ? 'late' : undefined}>{text}</span>;
}

/** The difference between an end and its due date. */
export function DueDifference({ end, due }: { readonly end: string; readonly due: string }) {
  const { text, isLate } = compareToDue(end, due);
  return <span class={isLate ? 'late' : undefined}>{text}</span>;
}

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });

/** The due date of an open task on its card: nothing before the last day, then the time, and then how late it is. */
export function DueNote({ due }: { readonly due: string }) {
  if (!isSoon(due, now.value)) return null;
  const { text, isLate } = describeDue(due, now.value);
  const time = isUtc.value ? `${due.slice(11, 16)} UTC` : timeFormat.format(new Date(due));
  return (
    <time dateTime={due} class={isLate ? 'late' : 'soon'}>
      {isLate ? t`Due ${time}, ${text}` : t`Due ${time}`}
    </time>
  );
}
