import type { SeriesKind } from './series.ts';
import { sharesOf } from './stack.ts';
import { Legend } from './swatch.tsx';
import { type Unit, valueText } from './values.ts';

interface Props {
  /** The name of the bar for screen readers. */
  readonly label: string;
  readonly parts: readonly { readonly kind: SeriesKind; readonly label: string; readonly value: number | null }[];
  readonly unit: Unit;
}

/** One bar whose parts are the shares of a sum, with a legend of the parts, their values and their shares. */
export function ShareBar({ label, parts, unit }: Props) {
  const shares = sharesOf(parts.map(({ value }) => value));
  let start = 0;
  return (
    <>
      <svg class="chart-share" role="img" aria-label={label}>
        {parts.map(({ kind }, index) => {
          const share = shares[index] ?? 0;
          const x = start;
          start += share;
          return (
            share > 0 && (
              <rect
                key={kind}
                class={`chart-bar ${kind}`}
                x={`${(x * 100).toFixed(3)}%`}
                width={`${(share * 100).toFixed(3)}%`}
                height="100%"
              />
            )
          );
        })}
      </svg>
      <Legend
        items={parts.map(({ kind, label: name, value }, index) => ({
          ...{ kind, label: name },
          text: `${valueText(value, unit)} (${valueText(shares[index], 'ratio')})`,
        }))}
      />
    </>
  );
}
