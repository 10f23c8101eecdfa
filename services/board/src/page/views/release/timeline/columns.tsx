import type { ReleaseAnswer } from '@slipway/wire';
import type { Entity } from '../../../data/entity.ts';
import { neededFor } from '../../../data/needs.ts';
import { Moment, None } from '../../../parts/moment.tsx';
import { StatusMark } from '../../../parts/status.tsx';
import type { Column } from '../../../parts/table.tsx';
import { Link } from '../../../place/link.tsx';
import { Dates } from '../dates.tsx';
import { lackingOn } from '../rights.ts';
import { NamedTarget } from '../waits-for.tsx';
import type { Line, Span } from './lines.ts';
import { datedOf, saveDates } from './saving.ts';
import type { Releases, Wait } from './waits.ts';

interface Given {
  readonly release: ReleaseAnswer;
  readonly shown: Entity<ReleaseAnswer>;
  readonly isOver: boolean;
  readonly releases: Releases;
  /** where one of its tasks is, by its id */
  readonly addressOfTask: (id: string) => string;
}

const Times = ({ span }: { readonly span: Span | null }) =>
  span === null ? (
    <None />
  ) : (
    <>
      <Moment at={span.from} /> – <Moment at={span.to} />
    </>
  );

interface WaitsProps {
  readonly waits: readonly Wait[];
  readonly releases: Releases;
}

/** What a gate waits for: conditions, and targets with how they stand and the way to them. */
const Waits = ({ waits, releases }: WaitsProps) =>
  waits.length === 0 ? (
    <None />
  ) : (
    <ul class="few">
      {waits.map(({ id, name, target, endDate }) => (
        <li key={id}>
          {target === null ? (
            name
          ) : (
            <NamedTarget target={target} name={name} release={releases.get(target.releaseId)} />
          )}
          {endDate !== undefined && (
            <>
              {' '}
              until <Moment at={endDate} />
            </>
          )}
        </li>
      ))}
    </ul>
  );

/** The columns of the table for a timeline, with the editable dates of phases. */
export const columnsOf = ({ release, shown, isOver, releases, addressOfTask }: Given): readonly Column<Line>[] => [
  {
    name: 'What',
    cell: ({ id, title, depth }) => (depth === 0 ? title : <Link to={addressOfTask(id)}>{title}</Link>),
  },
  { name: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  {
    name: 'Planned',
    cell: ({ id, depth, planned }) => (
      <>
        <Times span={planned} />
        {depth === 0 && !isOver && (
          <Dates
            dated={datedOf(release, id)}
            lacking={lackingOn(release, neededFor('changeDates'))}
            save={(dates) => saveDates(shown, release, id, dates)}
          />
        )}
      </>
    ),
  },
  { name: 'Happened', cell: ({ actual }) => <Times span={actual} /> },
  { name: 'Foreseen', cell: ({ foreseen }) => <Times span={foreseen} /> },
  { name: 'Waits for', cell: ({ waits }) => <Waits waits={waits} releases={releases} /> },
];
