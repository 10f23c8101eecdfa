import type { SeriesKind } from './series.ts';

const lineKinds: readonly SeriesKind[] = ['p50', 'p85', 'p95'];

/** Whether a series is a line with markers. All other series are filled. */
const isLine = (kind: SeriesKind): boolean => lineKinds.includes(kind);

/** A sample of a series, for a legend: its color with its dashes or its hatching. */
export const Swatch = ({ kind }: { readonly kind: SeriesKind }) => (
  <svg class={`chart-swatch ${kind}`} aria-hidden="true">
    {isLine(kind) ? (
      <line x1={0} x2={18} y1={5} y2={5} />
    ) : (
      <>
        <rect x={3} y={0} width={12} height={10} rx={2} />
        {kind === 'paused' || kind === 'other' ? <path d="M4 9L8 1M9 9L13 1" /> : null}
      </>
    )}
  </svg>
);

interface LegendProps {
  readonly items: readonly { readonly kind: SeriesKind; readonly label: string; readonly text?: string }[];
}

/** The legend of a chart: a sample of each series with its name, and optionally its value. */
export const Legend = ({ items }: LegendProps) => (
  <ul class="chart-legend">
    {items.map(({ kind, label, text }) => (
      <li key={kind}>
        <Swatch kind={kind} />
        {label}
        {text !== undefined && <b>{text}</b>}
      </li>
    ))}
  </ul>
);
