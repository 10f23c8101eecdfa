import type { CodePlanAnswer } from '@slipway/wire';
import type { ComponentChildren } from 'preact';
import { Moment } from '../../parts/moment.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import type { Column } from '../../parts/table.tsx';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';

type Effect = CodePlanAnswer['effects'][number];
type Task = Effect['tasks'][number];

interface FewProps {
  readonly count: number;
  readonly children: readonly ComponentChildren[];
}

/** The first of some things, and how many there are. */
const Few = ({ count, children }: FewProps) =>
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
  <Link to={`/releases/${lastOf(releaseId)}?task=${encodeURIComponent(lastOf(id))}`}>{title}</Link>
);

const releaseLink = ({ id, title, riskScore }: Effect['releases'][number]) => (
  <>
    <Link to={`/releases/${lastOf(id)}`}>{title}</Link>
    {riskScore && `, risk ${riskScore.before} → ${riskScore.after}`}
  </>
);

const columns: readonly Column<Effect>[] = [
  { name: 'Changes', cell: ({ kind, path }) => `${kind} ${path}` },
  {
    name: 'Releases that run',
    cell: ({ runningReleases, releases }) => <Few count={runningReleases}>{releases.map(releaseLink)}</Few>,
  },
  { name: 'Tasks', cell: ({ taskCount, tasks }) => <Few count={taskCount}>{tasks.map(taskLink)}</Few> },
  {
    name: 'Gates that wait',
    cell: ({ gateCount, waitingGates }) => <Few count={gateCount}>{waitingGates.map(taskLink)}</Few>,
  },
  {
    name: 'Triggers',
    cell: ({ triggerCount, triggers, nextFireDate }) => (
      <>
        <Few count={triggerCount}>
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
        </Few>
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
  readonly turn: (from: number) => void;
}

/** What changes mean to what runs. */
export const Effects = ({ effects, from, turn }: Props) => (
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
        turn={turn}
      />
    )}
  </section>
);
