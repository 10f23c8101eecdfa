import type { ListedRelease } from '@slipway/api-schema/search';
import { Moment, None } from '../../components/moment.tsx';
import { isFinished, StatusBadge } from '../../components/status.tsx';
import type { Column } from '../../components/table.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import type { Forecasts } from './forecasts.ts';
import { EstimatedEnd, Progress } from './progress.tsx';
import { RiskBadge, type Thresholds } from './risk-badge.tsx';

/** The columns of a list of releases. Archived ones have no forecast, and their progress is on their own page. */
export const columnsFor = (
  forecasts: Forecasts,
  thresholds: Thresholds | undefined,
): readonly Column<ListedRelease>[] => [
  {
    name: 'Release',
    order: 'title',
    cell: ({ id, title, archived }) => (
      <>
        <Link to={`/releases/${lastSegment(id)}${archived ? '?archive=yes' : ''}`}>{title}</Link>
        {archived && <span class="type"> archived</span>}
      </>
    ),
  },
  { name: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    name: 'Tasks',
    cell: ({ id, archived }) =>
      archived ? <None /> : <Progress key={id} id={lastSegment(id)} forecasts={forecasts} />,
  },
  {
    name: 'Risk',
    order: 'risk',
    cell: ({ riskScore }) => <RiskBadge score={Number(riskScore)} thresholds={thresholds} />,
  },
  { name: 'Started or planned', order: 'start_date', cell: ({ startDate }) => <Moment at={startDate} /> },
  { name: 'Ended or due', order: 'end_date', cell: ({ endDate, dueDate }) => <Moment at={endDate ?? dueDate} /> },
  {
    name: 'Estimated end',
    cell: (release) =>
      release.archived || isFinished(release) ? (
        <None />
      ) : (
        <EstimatedEnd id={lastSegment(release.id)} forecasts={forecasts} />
      ),
  },
  { name: 'Owner', cell: ({ owner }) => owner ?? '–' },
  { name: 'Tags', cell: ({ tags }) => tags.join(', ') || '–' },
];
