import type { BlackoutAnswer } from '@slipway/wire';
import { type Folder, folderNamed, useFolders } from '../../live/folders.ts';
import { Moment, Unknown } from '../../parts/moment.tsx';
import { isOver, StatusMark } from '../../parts/status.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';
import type { BlackoutEntry, Entry, ReleaseEntry } from './entries.ts';
import { BlackoutMark, Meeting } from './marks.tsx';

interface Props {
  readonly entries: readonly Entry[];
  readonly open: (entry: BlackoutEntry) => void;
}

const ofReleases: readonly Column<ReleaseEntry>[] = [
  {
    name: 'Release',
    cell: ({ id, title }) => <Link to={`/releases/${lastOf(id)}?form=timeline`}>{title}</Link>,
  },
  { name: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  { name: 'From', cell: ({ from }) => <Moment at={from} /> },
  { name: 'Until', cell: ({ to }) => <Moment at={to} /> },
  {
    name: 'Estimated end',
    cell: (entry) =>
      isOver(entry) || entry.foreseen !== null ? <Moment at={entry.foreseen ?? undefined} /> : <Unknown />,
  },
  { name: 'Blackouts', cell: (entry) => <Meeting entry={entry} /> },
  { name: 'First free', cell: ({ firstFree }) => <Moment at={firstFree ?? undefined} /> },
];

/** For what a blackout holds: a folder that may not be seen has no title. */
const placeOf = (folders: readonly Folder[], { folderId }: BlackoutAnswer): string =>
  folderId === undefined ? 'Everything' : (folderNamed(folders, folderId)?.name ?? 'A folder');

const ofBlackouts = ({ open }: Pick<Props, 'open'>, folders: readonly Folder[]): readonly Column<BlackoutEntry>[] => [
  { name: 'Blackout', cell: (entry) => <BlackoutMark entry={entry} open={open} /> },
  { name: 'Begins', cell: ({ from }) => <Moment at={from} /> },
  { name: 'Ends', cell: ({ to }) => <Moment at={to} /> },
  { name: 'For', cell: ({ blackout }) => placeOf(folders, blackout) },
];

const keyOf = ({ id }: Entry): string => id;

/** Everything of a time as tables, by its start. */
export function List({ entries, open }: Props) {
  const folders = useFolders();
  const sorted = entries.toSorted((one, other) => one.from - other.from);
  const blackouts = sorted.filter((entry) => entry.kind === 'blackout');
  const releases = sorted.filter((entry) => entry.kind === 'release');
  return (
    <>
      {blackouts.length > 0 && (
        <Table caption="Blackouts" columns={ofBlackouts({ open }, folders)} rows={blackouts} keyOf={keyOf} />
      )}
      {releases.length > 0 && <Table caption="Releases" columns={ofReleases} rows={releases} keyOf={keyOf} />}
    </>
  );
}
