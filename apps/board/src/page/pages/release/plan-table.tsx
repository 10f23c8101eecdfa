import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { StatusBadge } from '../../components/marks/status.tsx';
import { UserName } from '../../components/marks/user-name.tsx';
import { Moment, None } from '../../components/moment.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import type { Column } from '../../components/table.tsx';
import { isAutomatic, taskTypeTitle } from '../../live/task-types.ts';
import { Link } from '../../navigation/link.tsx';
import { navigate } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { type PlanTask, planTasks } from './plan.ts';
import { releaseUrl, type UrlState } from './url-state.ts';

interface Props {
  readonly release: Pick<ReleaseResponse, 'id' | 'phases'>;
  readonly urlState: UrlState;
}

/** The assignee of a task. Automatic tasks need none. */
function Assignee({ task: { owner, team, type } }: { readonly task: PlanTask['task'] }) {
  if (owner) return <UserName name={owner} />;
  if (team) return <bdi>{team}</bdi>;
  return isAutomatic(type) ? <span>Automatic</span> : <None />;
}

/** The columns of the table. On a phone, a card leaves out missing values. */
const columnsOf = ({ release, urlState }: Props): readonly Column<PlanTask>[] => [
  {
    name: t('Task'),
    cell: ({ task, groups }) => (
      <>
        {groups.length > 0 && <span class="type">{groups.join(' › ')} › </span>}
        <Link to={releaseUrl(release.id, urlState, task.id)}>{task.title}</Link>
      </>
    ),
  },
  { name: t('Phase'), cell: ({ phase }) => phase },
  { name: t('Status'), cell: ({ task }) => <StatusBadge status={task.status} /> },
  { name: t('Type'), cell: ({ task }) => taskTypeTitle(task.type) },
  { name: t('Assignee'), cell: ({ task }) => <Assignee task={task} /> },
  {
    name: t('Runs after'),
    cell: ({ predecessors }) => (predecessors.length > 0 ? predecessors.join(', ') : <None />),
  },
  { name: t('Planned start'), class: 'when', cell: ({ task }) => <Moment at={task.scheduledStartDate} /> },
  { name: t('Started'), class: 'when', cell: ({ task }) => <Moment at={task.startDate} /> },
  { name: t('Due'), class: 'when', cell: ({ task }) => <Moment at={task.dueDate} /> },
  { name: t('Ended'), class: 'when', cell: ({ task }) => <Moment at={task.endDate} /> },
];

/** The plan of a release as a table, with one row for each task and its phase and groups. */
export function PlanTable({ release, urlState }: Props) {
  const rows = planTasks(release);
  if (rows.length === 0) return <p class="empty">No tasks in this release</p>;
  return (
    <PagedTable
      caption="Tasks"
      columns={columnsOf({ release, urlState })}
      rows={rows}
      keyOf={({ task }) => task.id}
      from={urlState.from ?? 0}
      goToPage={(from) => navigate(releaseUrl(release.id, { ...urlState, from }))}
    />
  );
}
