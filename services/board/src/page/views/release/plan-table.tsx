import type { ReleaseAnswer } from '@slipway/wire';
import { titleOfType } from '../../live/task-types.ts';
import { Moment } from '../../parts/moment.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { StatusMark } from '../../parts/status.tsx';
import type { Column } from '../../parts/table.tsx';
import { Link } from '../../place/link.tsx';
import { go } from '../../place/router.ts';
import { type Placed, placedIn } from './plan.ts';
import { addressOf, type Spot } from './spot.ts';

interface Props {
  readonly release: Pick<ReleaseAnswer, 'id' | 'phases'>;
  readonly spot: Spot;
}

const columnsOf = ({ release, spot }: Props): readonly Column<Placed>[] => [
  {
    name: 'Task',
    cell: ({ task, groups }) => (
      <>
        {groups.length > 0 && <span class="type">{groups.join(' › ')} › </span>}
        <Link to={addressOf(release.id, spot, task.id)}>{task.title}</Link>
      </>
    ),
  },
  { name: 'Phase', cell: ({ phase }) => phase },
  { name: 'Status', cell: ({ task }) => <StatusMark status={task.status} /> },
  { name: 'Type', cell: ({ task }) => titleOfType(task.type) },
  { name: 'Owner', cell: ({ task }) => task.owner ?? task.team ?? '–' },
  { name: 'After', cell: ({ before }) => (before.length > 0 ? before.join(', ') : '–') },
  { name: 'Planned start', cell: ({ task }) => <Moment at={task.scheduledStartDate} /> },
  { name: 'Started', cell: ({ task }) => <Moment at={task.startDate} /> },
  { name: 'Due', cell: ({ task }) => <Moment at={task.dueDate} /> },
  { name: 'Ended', cell: ({ task }) => <Moment at={task.endDate} /> },
];

/** The plan of a release as a table: a row for each task, in the order of the plan, with what it is in. */
export function PlanTable({ release, spot }: Props) {
  const rows = placedIn(release);
  if (rows.length === 0) return <p class="empty">This release has no task.</p>;
  return (
    <PagedTable
      caption="Tasks"
      columns={columnsOf({ release, spot })}
      rows={rows}
      keyOf={({ task }) => task.id}
      from={spot.from ?? 0}
      turn={(from) => go(addressOf(release.id, { ...spot, from }))}
    />
  );
}
