import type { PreviewAnswer, ReleaseAnswer } from '@slipway/wire';
import { useEntity } from '../../../live/use-entity.ts';
import type { Want } from '../../../live/wants.ts';
import { Moment } from '../../../parts/moment.tsx';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { StatusMark } from '../../../parts/status.tsx';
import { type Column, rowsOfPage } from '../../../parts/table.tsx';
import { lastOf } from '../../../place/ids.ts';
import { Link } from '../../../place/link.tsx';
import { Chart } from './chart.tsx';
import { type Line, linesOf, type Span } from './lines.ts';

interface Props {
  readonly release: ReleaseAnswer;
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

function Drawn({ release, preview, from, turn, addressOfTask }: DrawnProps) {
  const now = Date.now();
  const lines = linesOf(release, preview, now);
  const begin = from < lines.length ? from : 0;
  const blackouts = release.$metadata.blackout.periods.map(({ startDate, endDate }) => ({
    from: Date.parse(startDate),
    to: Date.parse(endDate),
  }));
  return (
    <>
      <section class="scrolled" aria-label="Timeline" tabindex={0}>
        <Chart lines={lines.slice(begin, begin + rowsOfPage)} blackouts={blackouts} now={now} />
      </section>
      <p class="none">Above planned, below happened or foreseen (dashed); hatched is a blackout, the line is now.</p>
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
export function Timeline({ isOver, ...given }: LiveProps & { readonly isOver: boolean }) {
  if (!isOver) return <Ahead {...given} />;
  const { wanted: _, ...drawn } = given;
  return <Drawn {...drawn} preview={undefined} />;
}
