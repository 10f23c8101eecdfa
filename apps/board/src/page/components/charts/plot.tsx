import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { linkTo } from '../../navigation/base.ts';
import { plural, t } from '../../navigation/text.ts';
import { type Bands, bandsOf, labeledPoints, type ValueAxis } from './scale.ts';
import type { PlotContent } from './series.ts';
import { Swatch } from './swatch.tsx';
import { numberText, valueText } from './values.ts';

interface Props extends PlotContent {
  readonly axis: ValueAxis;
  readonly children: (bands: Bands, active: number | null) => ComponentChildren;
}

const percent = (part: number): string => `${part.toFixed(3)}%`;

/** Returns the values of a point in one sentence. */
function pointText({ points, series, unit }: PlotContent, index: number): string {
  const { title = '', n = 0, note } = points[index] ?? {};
  const values = series.map(({ label, values }) => `${label} ${valueText(values[index], unit)}`);
  return [`${title}: ${[...values, `n ${numberText(n)}`].join(', ')}`, ...(note === undefined ? [] : [note])].join(
    '. ',
  );
}

/** The values of the point under the pointer or with the focus. */
function Tip({ points, series, unit, index, bands }: PlotContent & { readonly index: number; readonly bands: Bands }) {
  const { title = '', n = 0, note } = points[index] ?? {};
  const at = bands.middle(index);
  const isEnd = at > 50;
  const side = isEnd ? { insetInlineEnd: percent(100 - at) } : { insetInlineStart: percent(at) };
  return (
    <div class="chart-tip" aria-hidden="true" style={side}>
      <b>{title}</b>
      {series.map(({ kind, label, values }) => (
        <span key={kind} class="row">
          <Swatch kind={kind} />
          <span>{label}</span>
          <span class="tip-value">{valueText(values[index], unit)}</span>
        </span>
      ))}
      <span class="faint">{plural(n, 'From # row', 'From # rows')}</span>
      {note !== undefined && <span class="faint">{note}</span>}
    </div>
  );
}

const stepOfKey: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** The labels of the value axis, and its lines. */
const ValueLabels = ({ axis: { ticks } }: Pick<Props, 'axis'>) => (
  <div class="chart-values" aria-hidden="true">
    {ticks.map(({ value, at, label }) => (
      <span key={value} style={{ bottom: percent(at * 100) }}>
        {label}
      </span>
    ))}
  </div>
);

/** The labels of some points. Each label has the space up to the next one. */
function PointLabels({ points, bands }: Pick<Props, 'points'> & { readonly bands: Bands }) {
  const { indexes, step } = labeledPoints(points.length);
  return (
    <div class="chart-times" aria-hidden="true">
      {indexes.map((index) => (
        <span
          key={index}
          style={{
            insetInlineStart: percent(bands.start(index)),
            width: percent(Math.min(step, points.length - index) * bands.width),
          }}
        >
          {points[index]?.label}
        </span>
      ))}
    </div>
  );
}

/**
 * The axes of a chart, and a link for each of its points. The links have one stop of the tab key; arrow keys, Home and End
 * move between them. Time runs from left to right in each language.
 */
export function Plot({ axis, children, ...content }: Props) {
  const { label, points } = content;
  const bands = bandsOf(points.length);
  const links = useRef<HTMLFieldSetElement>(null);
  const active = useSignal<number | null>(null);
  const lastFocus = useSignal(points.length - 1);
  const stop = Math.min(lastFocus.value, points.length - 1);
  const moveFocus = (event: KeyboardEvent, index: number): void => {
    const step = stepOfKey[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(points.length - 1, Math.max(0, index + step));
    links.current?.querySelectorAll<HTMLElement>('a')[next]?.focus();
  };
  const shown = active.value !== null && active.value < points.length ? active.value : null;
  return (
    <div class="chart">
      <ValueLabels axis={axis} />
      <div class="chart-body">
        <svg class="chart-grid" aria-hidden="true">
          {axis.ticks.map(({ value, at }) => {
            const y = percent(100 - at * 100);
            return <line key={value} x1="0" x2="100%" y1={y} y2={y} />;
          })}
        </svg>
        {children(bands, shown)}
        <fieldset class="chart-points" aria-label={t`${label}. Use the arrow keys to read the values.`} ref={links}>
          {points.map(({ to, title }, index) => (
            <a
              key={title}
              href={linkTo(to)}
              data-view
              tabIndex={index === stop ? 0 : -1}
              style={{ insetInlineStart: percent(bands.start(index)), width: percent(bands.width) }}
              onKeyDown={(event) => moveFocus(event, index)}
              onFocus={() => {
                active.value = index;
                lastFocus.value = index;
              }}
              onBlur={() => (active.value = null)}
              onPointerEnter={() => (active.value = index)}
              onPointerLeave={() => (active.value = null)}
            >
              <span class="unseen">{pointText(content, index)}</span>
            </a>
          ))}
        </fieldset>
        {shown !== null && <Tip {...content} index={shown} bands={bands} />}
      </div>
      <PointLabels points={points} bands={bands} />
    </div>
  );
}
