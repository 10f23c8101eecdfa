import { useSignal } from '@preact/signals';
import type { PreviewAnswer, ReleaseAnswer } from '@slipway/wire';
import type { Entity } from '../../../data/entity.ts';
import { neededFor } from '../../../data/needs.ts';
import { sentenceOf } from '../../../data/refused.ts';
import { change } from '../../../data/rest.ts';
import { useEntity } from '../../../live/use-entity.ts';
import type { Want } from '../../../live/wants.ts';
import { Lacking } from '../../../parts/deed.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { StatusMark } from '../../../parts/status.tsx';
import { type Column, rowsOfPage } from '../../../parts/table.tsx';
import { announce } from '../../../place/announce.ts';
import { lastOf } from '../../../place/ids.ts';
import { Link } from '../../../place/link.tsx';
import { isOnPaper } from '../../../place/paper.ts';
import { lackingOn } from '../rights.ts';
import { Chart } from './chart.tsx';
import { Conflicts } from './conflicts.tsx';
import { barOf, Grips } from './grips.tsx';
import { frameOf, type Line, linesOf, type Span } from './lines.ts';
import { Published } from './published.tsx';
import { datedOf, saveDates } from './saving.ts';
import { datesOf, type Shift, shiftBy } from './shift.ts';

interface Props {
  readonly release: ReleaseAnswer;
  readonly shown: Entity<ReleaseAnswer>;
  readonly isOver: boolean;
  /** how many lines come before those that are shown */
  readonly from: number;
  readonly turn: (from: number) => void;
  /** where one of its tasks is, by its id */
  readonly addressOfTask: (id: string) => string;
}

const Times = ({ span }: { readonly span: Span | null }) =>
  span === null ? (
    <span class="none">–</span>
  ) : (
    <>
      <Moment at={span.from} /> – <Moment at={span.to} />
    </>
  );

const columnsOf = (addressOfTask: Props['addressOfTask']): readonly Column<Line>[] => [
  {
    name: 'What',
    cell: ({ id, title, depth }) => (depth === 0 ? title : <Link to={addressOfTask(id)}>{title}</Link>),
  },
  { name: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  { name: 'Planned', cell: ({ planned }) => <Times span={planned} /> },
  { name: 'Happened', cell: ({ actual }) => <Times span={actual} /> },
  { name: 'Foreseen', cell: ({ foreseen }) => <Times span={foreseen} /> },
];

interface DrawnProps extends Props {
  readonly preview: PreviewAnswer | undefined;
}

/** Room behind the last bar, so that it can be dragged there. */
const roomy = ({ from, to }: Span): Span => ({ from, to: to + (to - from) / 8 });

/** Puts what is planned elsewhere in time, and says what of it was refused. */
function useMoving({ release, shown }: Pick<Props, 'release' | 'shown'>) {
  const refusal = useSignal<string | null>(null);
  const move = async (id: string, bar: Span | null, shift: Shift): Promise<void> => {
    refusal.value = null;
    const dated = datedOf(shown.value.peek() ?? release, id);
    const from = bar ?? {
      from: Date.parse(dated.scheduledStartDate ?? ''),
      to: Date.parse(dated.scheduledStartDate ?? ''),
    };
    try {
      await saveDates(shown, release, id, datesOf(dated, from, shift));
      announce('The dates were changed.');
    } catch (error) {
      refusal.value = sentenceOf(error);
    }
  };
  return { refusal, move };
}

interface BarsProps extends DrawnProps {
  readonly lines: readonly Line[];
  readonly now: number;
}

/** The drawing, whose bars are moved by who may. */
function Bars({ release, shown, isOver, lines, now }: BarsProps) {
  const lacking = lackingOn(release, neededFor('changeDates'));
  const { refusal, move } = useMoving({ release, shown });
  const { periods, conflicts } = release.$metadata.blackout;
  const blackouts = periods.map(({ startDate, endDate }) => ({ from: Date.parse(startDate), to: Date.parse(endDate) }));
  const mayMove = !isOver && lacking === null;
  const frame = mayMove ? roomy(frameOf(lines, now)) : frameOf(lines, now);
  return (
    <>
      <Conflicts conflicts={conflicts} move={mayMove ? (id, by) => void move(id, null, shiftBy('all', by)) : null} />
      <Refusal sentence={refusal.value} />
      <section class="scrolled" aria-label="Timeline" tabindex={0}>
        <div class="drawn">
          <Chart lines={lines} frame={frame} blackouts={blackouts} now={now} />
          {mayMove && (
            <Grips lines={lines} frame={frame} put={(line, shift) => void move(line.id, barOf(line), shift)} />
          )}
        </div>
      </section>
      <p class="none">Above planned, below happened or foreseen (dashed); hatched is a blackout, the line is now.</p>
      {mayMove && (
        <p class="none more">
          Drag a bar or its edge, or move it by keys: arrows left and right by an hour, up and down by a day, with Shift
          its end alone; Enter keeps it, Escape takes it back. In the drawer of a task its dates are typed.
        </p>
      )}
      {!isOver && <Lacking names={[lacking]} />}
    </>
  );
}

function Drawn(props: DrawnProps) {
  const { release, shown, isOver, preview, from, turn, addressOfTask } = props;
  const now = Date.now();
  const lines = linesOf(release, preview, now);
  const begin = from < lines.length ? from : 0;
  const path = `/releases/${lastOf(release.id)}`;
  return (
    <>
      <Bars {...props} lines={isOnPaper.value ? lines : lines.slice(begin, begin + rowsOfPage)} now={now} />
      {!isOver && (
        <Published
          release={release}
          lacking={lackingOn(release, neededFor('updateRelease'))}
          save={(changes) => shown.foresee(release, () => change<ReleaseAnswer>('PUT', path, changes))}
        />
      )}
      <PagedTable
        caption="Timeline"
        columns={columnsOf(addressOfTask)}
        rows={lines}
        keyOf={({ id }) => id}
        from={from}
        turn={turn}
      />
    </>
  );
}

interface LiveProps extends Props {
  readonly wanted: readonly Want[];
}

function Ahead({ wanted, ...given }: LiveProps) {
  const { value } = useEntity<PreviewAnswer>(`/releases/${lastOf(given.release.id)}/preview`, wanted);
  return <Drawn {...given} preview={value.value} />;
}

/** A release in time, drawn and as a table; of what is over nothing is foreseen. */
export function Timeline({ wanted, ...given }: LiveProps) {
  return given.isOver ? <Drawn {...given} preview={undefined} /> : <Ahead {...given} wanted={wanted} />;
}
