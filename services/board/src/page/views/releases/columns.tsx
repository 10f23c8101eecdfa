import type { ListedRelease } from '@slipway/wire';
import { Moment, None } from '../../parts/moment.tsx';
import { isOver, StatusMark } from '../../parts/status.tsx';
import type { Column } from '../../parts/table.tsx';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';
import type { Outlooks } from './outlooks.ts';
import { Foreseen, Progress } from './progress.tsx';
import { RiskMark, type Thresholds } from './risk-mark.tsx';

/** The columns of a list of releases. Archived ones have no forecast, and their progress is on their own page. */
export const columnsFor = (
  outlooks: Outlooks,
  thresholds: Thresholds | undefined,
): readonly Column<ListedRelease>[] => [
  {
    name: 'Release',
    order: 'title',
    cell: ({ id, title, archived }) => (
      <>
        <Link to={`/releases/${lastOf(id)}${archived ? '?archive=yes' : ''}`}>{title}</Link>
        {archived && <span class="type"> archived</span>}
      </>
    ),
  },
  { name: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  {
    name: 'Tasks',
    cell: ({ id, archived }) => (archived ? <None /> : <Progress key={id} id={lastOf(id)} outlooks={outlooks} />),
  },
  {
    name: 'Risk',
    order: 'risk',
    cell: ({ riskScore }) => <RiskMark score={Number(riskScore)} thresholds={thresholds} />,
  },
  { name: 'Started or planned', order: 'start_date', cell: ({ startDate }) => <Moment at={startDate} /> },
  { name: 'Ended or due', order: 'end_date', cell: ({ endDate, dueDate }) => <Moment at={endDate ?? dueDate} /> },
  {
    name: 'Estimated end',
    cell: (release) =>
      release.archived || isOver(release) ? <None /> : <Foreseen id={lastOf(release.id)} outlooks={outlooks} />,
  },
  { name: 'Owner', cell: ({ owner }) => owner ?? '–' },
  { name: 'Tags', cell: ({ tags }) => tags.join(', ') || '–' },
];
