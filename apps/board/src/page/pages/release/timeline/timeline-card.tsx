import ChevronLeft from '~icons/lucide/chevron-left';
import ChevronRight from '~icons/lucide/chevron-right';
import Minus from '~icons/lucide/minus';
import Plus from '~icons/lucide/plus';
import Table2 from '~icons/lucide/table-2';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { Segments } from '../../../components/controls/segments.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { isUtc } from '../../../navigation/preferences.ts';
import { t } from '../../../navigation/text.ts';
import { fitRange, sideOf, type Zoom } from './axis.ts';
import { Chart, type ChartContent } from './chart.tsx';
import { DragHandle, useMoves } from './drag-handles.tsx';
import type { Line } from './lines.ts';
import type { Shift } from './move-dates.ts';
import { useZoom } from './use-zoom.ts';

const zoomLabels: readonly (readonly [Zoom, string])[] = [
  ['fit', t('Fit')],
  ['hours', t('Hours')],
  ['days', t('Days')],
  ['weeks', t('Weeks')],
];

/** What the colors and patterns of the chart mean. */
const Legend = () => (
  <ul class="legend">
    <li>
      <i class="bar actual done" />
      Actual
    </li>
    <li>
      <i class="bar planned" />
      Planned
    </li>
    <li>
      <i class="bar estimated runs" />
      Estimated
    </li>
    <li>
      <i class="sample-critical" />
      Critical path
    </li>
    <li>
      <i class="sample-blackout" />
      Blackout
    </li>
  </ul>
);

interface ToolsProps {
  readonly zoom: ReturnType<typeof useZoom>;
  readonly isNowInside: boolean;
}

/** The buttons that change the scale, and those that scroll. */
const ZoomTools = ({ zoom, isNowInside }: ToolsProps) => (
  <div class="row wrapped">
    <Segments
      label="Scale"
      value={zoom.selected ?? ''}
      options={zoomLabels}
      change={(value) => {
        const [selected] = zoomLabels.find(([name]) => name === value) ?? ['fit'];
        zoom.setZoom(selected);
      }}
    />
    <div class="row">
      <IconButton label="Zoom out" keys="-" icon={Minus} run={() => zoom.zoom(-1)} />
      <IconButton label="Zoom in" keys="+" icon={Plus} run={() => zoom.zoom(1)} />
    </div>
    <div class="row">
      <IconButton label="Earlier" isDisabled={!zoom.isScrollable} icon={ChevronLeft} run={() => zoom.scroll(-1)} />
      <button
        type="button"
        class="small"
        aria-disabled={!(zoom.isScrollable && isNowInside) || undefined}
        onClick={() => {
          if (isNowInside) zoom.showNow();
        }}
      >
        Now
      </button>
      <IconButton label="Later" isDisabled={!zoom.isScrollable} icon={ChevronRight} run={() => zoom.scroll(1)} />
    </div>
  </div>
);

interface Props extends Omit<ChartContent, 'axis' | 'visible'> {
  readonly canMove: boolean;
  readonly move: (line: Line, shift: Shift) => void;
  readonly isTable: boolean;
  readonly toggleTable: () => void;
}

const timeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The chart with its tools. It can be replaced by the table, which screen readers always have. */
export function TimelineCard({ canMove, move, isTable, toggleTable, ...content }: Props) {
  const { lines, now } = content;
  const zoom = useZoom(fitRange(lines, now), now);
  const { axis, visible } = zoom;
  const { pendingMove, handlers } = useMoves({ lines, axis, onMove: move });
  return (
    <div class="card gantt">
      <div class="gantt-tools">
        {!isTable && <ZoomTools zoom={zoom} isNowInside={sideOf(now, axis.range) === 'inside'} />}
        {!isTable && <Legend />}
        <button type="button" class="quiet small" aria-pressed={isTable} onClick={toggleTable}>
          <Icon of={Table2} />
          Show as table
        </button>
      </div>
      <section
        class="gantt-scroll"
        aria-label="Timeline"
        tabindex={0}
        hidden={isTable}
        ref={zoom.box}
        onScroll={zoom.onScroll}
      >
        <div
          class="drawn"
          style={zoom.selected === 'fit' ? {} : { width: `calc(var(--names) + ${Math.round(axis.width)}px)` }}
          {...(canMove ? handlers : {})}
        >
          <Chart
            {...content}
            axis={axis}
            visible={visible}
            plotRef={zoom.plot}
            handleOf={(line) => canMove && <DragHandle line={line} range={axis.range} pendingMove={pendingMove} />}
          />
        </div>
      </section>
      {!isTable && (
        <footer>
          {canMove && (
            <span>
              Drag a bar or its edge to change dates. Keys: <kbd>←</kbd> <kbd>→</kbd> move it by an hour, <kbd>↑</kbd>{' '}
              <kbd>↓</kbd> by a day, with <kbd>Shift</kbd> its end only. <kbd>Enter</kbd> saves, <kbd>Esc</kbd> cancels.
            </span>
          )}
          <span class="zone">Times in {isUtc.value ? 'UTC' : timeZone()}</span>
        </footer>
      )}
    </div>
  );
}
