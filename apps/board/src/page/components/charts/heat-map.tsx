import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { linkTo } from '../../navigation/base.ts';
import { t } from '../../navigation/text.ts';
import { weeksOf } from './days.ts';
import { shadeCount, shadeOf } from './scale.ts';
import { numberText } from './values.ts';

/** A day of a heat map. */
export interface HeatDay {
  /** The local day, such as `2026-05-01`. */
  readonly day: string;
  readonly value: number;
  /** All values of the day in one sentence. */
  readonly title: string;
  readonly isBlackout: boolean;
  readonly to: string;
}

interface Props {
  /** The name of the heat map for screen readers. */
  readonly label: string;
  /** Consecutive days. */
  readonly days: readonly HeatDay[];
}

const stepOfKey: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 };
const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' });
const weekdayFormat = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });
/** A Monday. */
const monday = Date.UTC(2026, 0, 5);
const dayMs = 86_400_000;

/** The ranges of the shades, as a legend. */
function Shades({ max, hasBlackout }: { readonly max: number; readonly hasBlackout: boolean }) {
  const steps = Array.from({ length: shadeCount + 1 }, (_, shade) => shade);
  return (
    <ul class="heat-legend">
      {steps.map((shade) => {
        const [low, high] = [Math.floor(((shade - 1) * max) / shadeCount) + 1, Math.floor((shade * max) / shadeCount)];
        if (shade > 0 && high < low) return null;
        return (
          <li key={shade}>
            <i class={`heat shade-${shade}`} />
            {shade === 0 || low === high ? numberText(Math.max(0, high)) : `${numberText(low)}–${numberText(high)}`}
          </li>
        );
      })}
      {hasBlackout && (
        <li>
          <i class="heat shade-0 blackout" />
          {t('Blackout')}
        </li>
      )}
    </ul>
  );
}

/** Days as cells: a column for each week, a row for each day of the week. Darker cells have higher values. */
export function HeatMap({ label, days }: Props) {
  const grid = useRef<HTMLFieldSetElement>(null);
  const stop = useSignal(days.length - 1);
  const weeks = weeksOf(days);
  const max = days.reduce((highest, { value }) => Math.max(highest, value), 0);
  const moveFocus = (event: KeyboardEvent, index: number): void => {
    const step = stepOfKey[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = index + step;
    if (next >= 0 && next < days.length) grid.current?.querySelectorAll<HTMLElement>('a')[next]?.focus();
  };
  return (
    <>
      <div class="heat-map">
        <div class="heat-days" aria-hidden="true">
          {[0, 2, 4].map((nth) => (
            <span key={nth} style={{ gridRow: nth + 2 }}>
              {weekdayFormat.format(monday + nth * dayMs)}
            </span>
          ))}
        </div>
        <fieldset class="heat-weeks" aria-label={t`${label}. Use the arrow keys to read the values.`} ref={grid}>
          {weeks.map(({ month, cells }) => (
            <div key={cells[0]?.item.day} class="heat-week">
              <span class="heat-month" aria-hidden="true">
                {month === null ? '' : monthFormat.format(Date.parse(month))}
              </span>
              {cells.map(({ item: { day, value, title, isBlackout, to }, row, index }) => (
                <a
                  key={day}
                  class={`heat shade-${shadeOf(value, max)}${isBlackout ? ' blackout' : ''}`}
                  style={{ gridRow: row + 2 }}
                  href={linkTo(to)}
                  data-view
                  title={title}
                  tabIndex={index === Math.min(stop.value, days.length - 1) ? 0 : -1}
                  onFocus={() => (stop.value = index)}
                  onKeyDown={(event) => moveFocus(event, index)}
                >
                  <span class="unseen">{title}</span>
                </a>
              ))}
            </div>
          ))}
        </fieldset>
      </div>
      <Shades max={max} hasBlackout={days.some(({ isBlackout }) => isBlackout)} />
    </>
  );
}
