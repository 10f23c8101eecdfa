import type { BlackoutResponse } from '@slipway/api-schema/calendar';
import { isFinished, StatusBadge } from '../../components/marks/status.tsx';
import { Moment, Unknown } from '../../components/moment.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { type Folder, findFolder, useFolders } from '../../live/folders.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import type { BlackoutEntry, Entry, ReleaseEntry } from './entries.ts';

/** A label that shows that a release overlaps a blackout. */
function BlackoutOverlap({ entry: { firstFree, overlapsBlackout } }: { readonly entry: ReleaseEntry }) {
  if (firstFree === null && !overlapsBlackout) return null;
  return (
    <span class={firstFree === null ? 'status waits' : 'status failed'}>
      <span class="shape" aria-hidden="true">
        {firstFree === null ? '▨' : '⚠'}
      </span>
      {firstFree === null ? 'Overlaps a blackout' : 'Starts in a blackout'}
    </span>
  );
}

/** A release in the calendar: link, status, and overlap with blackouts. */
export const ReleaseLabel = ({ entry }: { readonly entry: ReleaseEntry }) => (
  <>
    <Link to={`/releases/${lastSegment(entry.id)}?form=timeline`}>{entry.title}</Link>
    <StatusBadge status={entry.status} />
    <BlackoutOverlap entry={entry} />
  </>
);

interface BlackoutProps {
  readonly entry: BlackoutEntry;
  readonly open: (entry: BlackoutEntry) => void;
}

/** A button that opens a blackout. */
export const BlackoutButton = ({ entry, open }: BlackoutProps) => (
  <button type="button" class="quiet frozen" onClick={() => open(entry)}>
    <span class="shape" aria-hidden="true">
      ▨
    </span>
    <span class="unseen">Blackout: </span>
    {entry.title}
  </button>
);

interface Props {
  readonly entries: readonly Entry[];
  readonly open: (entry: BlackoutEntry) => void;
}

const releaseColumns: readonly Column<ReleaseEntry>[] = [
  {
    name: 'Release',
    cell: ({ id, title }) => <Link to={`/releases/${lastSegment(id)}?form=timeline`}>{title}</Link>,
  },
  { name: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { name: 'Start', cell: ({ from }) => <Moment at={from} /> },
  { name: 'End', cell: ({ to }) => <Moment at={to} /> },
  {
    name: 'Estimated end',
    cell: (entry) =>
      isFinished(entry) || entry.estimatedEnd !== null ? <Moment at={entry.estimatedEnd ?? undefined} /> : <Unknown />,
  },
  { name: 'Blackouts', cell: (entry) => <BlackoutOverlap entry={entry} /> },
  { name: 'First free time', cell: ({ firstFree }) => <Moment at={firstFree ?? undefined} /> },
];

/** Returns the name of the folder of a blackout, without a title if the user cannot view the folder. */
const folderLabel = (folders: readonly Folder[], { folderId }: BlackoutResponse): string =>
  folderId === undefined ? 'All folders' : (findFolder(folders, folderId)?.name ?? 'A folder');

const blackoutColumns = (
  { open }: Pick<Props, 'open'>,
  folders: readonly Folder[],
): readonly Column<BlackoutEntry>[] => [
  { name: 'Blackout', cell: (entry) => <BlackoutButton entry={entry} open={open} /> },
  { name: 'Start', cell: ({ from }) => <Moment at={from} /> },
  { name: 'End', cell: ({ to }) => <Moment at={to} /> },
  { name: 'Applies to', cell: ({ blackout }) => folderLabel(folders, blackout) },
];

const keyOf = ({ id }: Entry): string => id;

/** The blackouts and releases of the period as two tables, sorted by start. */
export function EntryList({ entries, open }: Props) {
  const folders = useFolders();
  const sorted = entries.toSorted((a, b) => a.from - b.from);
  const blackouts = sorted.filter((entry) => entry.kind === 'blackout');
  const releases = sorted.filter((entry) => entry.kind === 'release');
  return (
    <>
      {blackouts.length > 0 && (
        <Table caption="Blackouts" columns={blackoutColumns({ open }, folders)} rows={blackouts} keyOf={keyOf} />
      )}
      {releases.length > 0 && <Table caption="Releases" columns={releaseColumns} rows={releases} keyOf={keyOf} />}
    </>
  );
}
