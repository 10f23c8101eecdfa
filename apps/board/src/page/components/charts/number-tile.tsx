import ArrowDownRight from '~icons/lucide/arrow-down-right';
import ArrowUpRight from '~icons/lucide/arrow-up-right';
import Equal from '~icons/lucide/equal';
import { Link } from '../../navigation/link.tsx';
import { t } from '../../navigation/text.ts';
import { Icon, type IconNode } from '../marks/icon.tsx';
import { bandsOf, linePath, valueAxis } from './scale.ts';
import { type Comparison, compareValues, type Unit, valueText } from './values.ts';

interface Props {
  readonly title: string;
  /** How the number is computed. */
  readonly formula: string;
  readonly unit: Unit;
  /** Undefined while loading. */
  readonly value: number | null | undefined;
  readonly previous: number | null | undefined;
  /** The number of rows behind the value, such as `12 releases`. */
  readonly rowsText: string;
  /** The values over time, for a small line; absent: no line. */
  readonly trend?: readonly (number | null)[];
  /** Whether more is better; null if neither is. */
  readonly isMoreBetter: boolean | null;
  /** What else to know about the value, in a few words. */
  readonly note?: string | undefined;
  /** Why the value is unknown. */
  readonly reason?: string | undefined;
  /** The address of the rows. */
  readonly to: string;
}

const icons: Readonly<Record<Comparison['direction'], IconNode>> = {
  up: ArrowUpRight,
  down: ArrowDownRight,
  same: Equal,
};

/** Returns the tone of a change: better, worse, or neither. */
function toneOf({ direction }: Comparison, isMoreBetter: boolean | null): string {
  if (direction === 'same' || isMoreBetter === null) return 'even';
  return (direction === 'up') === isMoreBetter ? 'better' : 'worse';
}

function Change({
  comparison,
  isMoreBetter,
}: {
  readonly comparison: Comparison;
  readonly isMoreBetter: boolean | null;
}) {
  const tone = toneOf(comparison, isMoreBetter);
  return (
    <span class={`chart-change ${tone}`}>
      <Icon of={icons[comparison.direction]} size="small" />
      {comparison.text}
      {tone !== 'even' && <span class="unseen">{tone === 'better' ? t('Better') : t('Worse')}</span>}
    </span>
  );
}

const stretch = { viewBox: '0 0 100 100', preserveAspectRatio: 'none' } as const;

/** A small line without axes. The chart of the same metric has the values. */
function Trend({ values, unit }: { readonly values: readonly (number | null)[]; readonly unit: Unit }) {
  return (
    <svg class="chart-trend" aria-hidden="true" {...stretch}>
      <path class="chart-line p50" d={linePath(values, bandsOf(values.length), valueAxis(values, unit))} />
    </svg>
  );
}

/** A number with its change since the previous period. It links to the rows behind the number. */
export function NumberTile({
  title,
  formula,
  unit,
  value,
  previous,
  rowsText,
  trend,
  isMoreBetter,
  note,
  reason,
  to,
}: Props) {
  const comparison = compareValues(value, previous, unit);
  return (
    <div class="card chart-tile" title={formula}>
      <h2>{title}</h2>
      {value === undefined ? <span class="skeleton" /> : <b>{valueText(value, unit)}</b>}
      {trend !== undefined && trend.length > 1 && <Trend values={trend} unit={unit} />}
      {comparison && <Change comparison={comparison} isMoreBetter={isMoreBetter} />}
      {value === null && <span class="faint">{reason ?? t('No data in this period')}</span>}
      {note !== undefined && <span class="faint">{note}</span>}
      <Link to={to} label={t`${title}: ${rowsText}`}>
        {rowsText}
      </Link>
      <span class="unseen">{formula}</span>
    </div>
  );
}
