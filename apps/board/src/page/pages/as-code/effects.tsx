import type { CodePlanResponse } from '@slipway/api-schema/as-code';
import type { ComponentChildren } from 'preact';
import { Moment } from '../../components/moment.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import type { Column } from '../../components/table.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';

type Effect = CodePlanResponse['effects'][number];
type Task = Effect['tasks'][number];

interface ShortListProps {
  readonly count: number;
  readonly children: readonly ComponentChildren[];
}

/** The first of some things, and how many there are. */
const ShortList = ({ count, children }: ShortListProps) =>
  count === 0 ? (
    '–'
  ) : (
    <ul class="few">
      {children.map((child, index) => (
        <li key={index}>{child}</li>
      ))}
      {count > children.length && <li>and {count - children.length} more</li>}
    </ul>
  );

const taskLink = ({ id, title, releaseId }: Task) => (
  <Link to={`/releases/${lastSegment(releaseId)}?task=${encodeURIComponent(lastSegment(id))}`}>{title}</Link>
);

const releaseLink = ({ id, title, riskScore }: Effect['releases'][number]) => (
  <>
    <Link to={`/releases/${lastSegment(id)}`}>{title}</Link>
    {riskScore && `, risk ${riskScore.before} → ${riskScore.after}`}
  </>
);

const columns: readonly Column<Effect>[] = [
  { name: 'Changes', cell: ({ kind, path }) => `${kind} ${path}` },
  {
    name: 'Releases that run',
    cell: ({ runningReleases, releases }) => <ShortList count={runningReleases}>{releases.map(releaseLink)}</ShortList>,
  },
  { name: 'Tasks', cell: ({ taskCount, tasks }) => <ShortList count={taskCount}>{tasks.map(taskLink)}</ShortList> },
  {
    name: 'Gates that wait',
    cell: ({ gateCount, waitingGates }) => <ShortList count={gateCount}>{waitingGates.map(taskLink)}</ShortList>,
  },
  {
    name: 'Triggers',
    cell: ({ triggerCount, triggers, nextFireDate }) => (
      <>
        <ShortList count={triggerCount}>
          {triggers.map(({ title, nextFireDate: next, isDue }) => (
            <>
              {title}
              {next && (
                <>
                  {' '}
                  next at <Moment at={next} />
                </>
              )}
              {isDue && ', it may fire before anything is changed'}
            </>
          ))}
        </ShortList>
        {nextFireDate && (
          <>
            Due <Moment at={nextFireDate.before} /> → <Moment at={nextFireDate.after} />
          </>
        )}
      </>
    ),
  },
  { name: 'Counted', cell: ({ isPartial }) => (isPartial ? 'In part: there may be more' : 'All') },
];

interface Props {
  readonly effects: readonly Effect[];
  readonly from: number;
  readonly goToPage: (from: number) => void;
}

/** What changes mean to what runs. */
export const Effects = ({ effects, from, goToPage }: Props) => (
  <section>
    <h2>Effect on releases and triggers</h2>
    {effects.length === 0 && <p class="empty">Nothing that runs is touched.</p>}
    {effects.length > 0 && (
      <PagedTable
        caption="Effects"
        columns={columns}
        rows={effects}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        from={from}
        goToPage={goToPage}
      />
    )}
  </section>
);
