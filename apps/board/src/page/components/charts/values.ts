import { t } from '../../navigation/text.ts';

/** The unit of the values of a chart. `change` is a signed ratio, such as the deviation from a plan. */
export type Unit = 'seconds' | 'ratio' | 'change' | 'count' | 'perDay';

/** A space at which no line breaks. */
const space = '\u00a0';

const [minute, hour, day] = [60, 3600, 86_400];

const wholeFormat = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const percentFormat = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
const changeFormat = new Intl.NumberFormat(undefined, {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});
const rateFormat = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 });

/** Returns a whole number with the separators of the language. */
export const numberText = (value: number): string => wholeFormat.format(value);

const part = (count: number, unit: string): string => `${numberText(count)}${space}${unit}`;

/** Returns a duration with its two largest units, such as `1 h 5 min`. */
export function secondsText(value: number): string {
  const seconds = Math.round(value);
  const minutes = seconds < 10 * minute ? Math.floor(seconds / minute) : Math.round(seconds / minute);
  const hours = seconds < 2 * day ? Math.floor(minutes / 60) : Math.round(seconds / hour);
  const parts =
    seconds >= day
      ? [part(Math.floor(hours / 24), t('d')), ...(hours % 24 > 0 ? [part(hours % 24, t('h'))] : [])]
      : [
          ...(hours > 0 ? [part(hours, t('h'))] : []),
          ...(minutes % 60 > 0 ? [part(minutes % 60, t('min'))] : []),
          ...(seconds < 10 * minute && (seconds % minute > 0 || seconds === 0) ? [part(seconds % minute, t('s'))] : []),
        ];
  return parts.join(' ');
}

/** Returns a value with its unit; a dash without a value. */
export function valueText(value: number | null | undefined, unit: Unit): string {
  if (value === null || value === undefined) return '–';
  switch (unit) {
    case 'seconds':
      return secondsText(value);
    case 'ratio':
      return percentFormat.format(value);
    case 'change':
      return changeFormat.format(value);
    case 'count':
      return numberText(value);
    case 'perDay':
      return rateFormat.format(value);
  }
}

/** How a value differs from the one of the previous period. */
export interface Comparison {
  /** A sentence, such as `12 % more than before`. */
  readonly text: string;
  readonly direction: 'up' | 'down' | 'same';
}

/** Returns the difference of two values; null if one of them is unknown, or if nothing was there before. */
export function compareValues(
  value: number | null | undefined,
  previous: number | null | undefined,
  unit: Unit,
): Comparison | null {
  if (value === null || value === undefined || previous === null || previous === undefined) return null;
  const points = Math.round((value - previous) * 1000) / 10;
  if (unit === 'ratio' || unit === 'change') {
    if (points === 0) return { text: t('Unchanged'), direction: 'same' };
    const text = rateFormat.format(Math.abs(points));
    return points > 0
      ? { text: t`${text} points more than before`, direction: 'up' }
      : { text: t`${text} points less than before`, direction: 'down' };
  }
  if (value === previous) return { text: t('Unchanged'), direction: 'same' };
  if (previous === 0) return null;
  const share = percentFormat.format(Math.abs(value - previous) / previous);
  return value > previous
    ? { text: t`${share} more than before`, direction: 'up' }
    : { text: t`${share} less than before`, direction: 'down' };
}
