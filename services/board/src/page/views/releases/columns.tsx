import type { ReleaseOverview } from '@slipway/wire';
import { Moment } from '../../parts/moment.tsx';
import { StatusMark } from '../../parts/status.tsx';
import type { Column } from '../../parts/table.tsx';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';

/** What a list shows of each release, of live or of archived ones. */
export const columnsOf = (isArchive: boolean): readonly Column<ReleaseOverview>[] => [
  {
    name: 'Release',
    order: 'title',
    cell: ({ id, title }) => <Link to={`/releases/${lastOf(id)}${isArchive ? '?archive=yes' : ''}`}>{title}</Link>,
  },
  { name: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  { name: 'Risk', order: 'risk', cell: ({ riskScore }) => riskScore },
  { name: 'Start', order: 'start_date', cell: ({ startDate }) => <Moment at={startDate} /> },
  { name: 'End', order: 'end_date', cell: ({ endDate, dueDate }) => <Moment at={endDate ?? dueDate} /> },
  { name: 'Owner', cell: ({ owner }) => owner ?? '–' },
  { name: 'Tags', cell: ({ tags }) => tags.join(', ') },
];
