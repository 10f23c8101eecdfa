import type { BlackoutResponse } from '@slipway/api-schema/calendar';
import CalendarClock from '~icons/lucide/calendar-clock';
import Lock from '~icons/lucide/lock';
import TriangleAlert from '~icons/lucide/triangle-alert';
import { RowMenu } from '../../components/controls/row-menu.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { isFinished, StatusBadge } from '../../components/marks/status.tsx';
import { Moment, Unknown } from '../../components/moment.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { type Folder, findFolder, useFolders } from '../../live/folders.ts';
import { Link } from '../../navigation/link.tsx';
import { t } from '../../navigation/text.ts';
import { conflictText, timelinePath } from './bar.tsx';
import { type BlackoutEntry, type Entry, knownEnd, type ReleaseEntry } from './entries.ts';
import { moveRefusal } from './moves/dates.ts';

/** A label that shows that a release overlaps a blackout. */
function BlackoutOverlap({ entry }: { readonly entry: ReleaseEntry }) {
  const text = conflictText(entry);
  if (text === null) return null;
  return (
    <span class={entry.firstFree === null ? 'status plain waits' : 'status plain failed'}>
      <Icon of={TriangleAlert} size="small" />
      {text}
    </span>
  );
}

interface BlackoutProps {
  readonly entry: BlackoutEntry;
  readonly open: (entry: BlackoutEntry) => void;
}

/** A button that opens a blackout. */
const BlackoutButton = ({ entry, open }: BlackoutProps) => (
  <button type="button" class="quiet frozen" onClick={() => open(entry)}>
    <Icon of={Lock} size="small" />
    <bdi>{entry.title}</bdi>
  </button>
);

interface Props {
  readonly entries: readonly Entry[];
  readonly open: (entry: BlackoutEntry) => void;
  /** Opens the dialog that moves a release. */
  readonly move: (entry: ReleaseEntry) => void;
}

const releaseColumns = ({ move }: Pick<Props, 'move'>): readonly Column<ReleaseEntry>[] => [
  {
    name: t('Release'),
    cell: (entry) => (
      <Link to={timelinePath(entry)}>
        <bdi>{entry.title}</bdi>
      </Link>
    ),
  },
  { name: t('Status'), class: 'wide', cell: ({ status }) => <StatusBadge status={status} /> },
  { name: t('Start'), cell: ({ from }) => <Moment at={from} /> },
  { name: t('End'), cell: ({ release }) => <Moment at={knownEnd(release) ?? undefined} /> },
  {
    name: t('Estimated end'),
    cell: (entry) =>
      isFinished(entry) || entry.estimatedEnd !== null ? <Moment at={entry.estimatedEnd ?? undefined} /> : <Unknown />,
  },
  { name: t('Blackouts'), cell: (entry) => <BlackoutOverlap entry={entry} /> },
  { name: t('First free time'), cell: ({ firstFree }) => <Moment at={firstFree ?? undefined} /> },
  {
    ...{ name: t('Actions'), isNameHidden: true },
    cell: (entry) => (
      <RowMenu
        label={t`Actions for ${entry.title}`}
        sections={[
          {
            actions: [
              {
                ...{ label: t('Move…'), icon: CalendarClock, run: () => move(entry) },
                disabledReason: moveRefusal(entry),
              },
            ],
          },
        ]}
      />
    ),
  },
];

/** Returns the name of the folder of a blackout, without a title if the user cannot view the folder. */
export const folderLabel = (folders: readonly Folder[], { folderId }: BlackoutResponse): string =>
  folderId === undefined ? t('All folders') : (findFolder(folders, folderId)?.name ?? t('A folder'));

const blackoutColumns = (
  { open }: Pick<Props, 'open'>,
  folders: readonly Folder[],
): readonly Column<BlackoutEntry>[] => [
  { name: t('Blackout'), cell: (entry) => <BlackoutButton entry={entry} open={open} /> },
  { name: t('Start'), cell: ({ from }) => <Moment at={from} /> },
  { name: t('End'), cell: ({ to }) => <Moment at={to} /> },
  { name: t('Applies to'), cell: ({ blackout }) => folderLabel(folders, blackout) },
];

const keyOf = ({ id }: Entry): string => id;

/** The blackouts and releases of the period as two tables, sorted by start. */
export function EntryList({ entries, open, move }: Props) {
  const folders = useFolders();
  const sorted = entries.toSorted((a, b) => a.from - b.from);
  const blackouts = sorted.filter((entry) => entry.kind === 'blackout');
  const releases = sorted.filter((entry) => entry.kind === 'release');
  return (
    <>
      {blackouts.length > 0 && (
        <Table caption="Blackouts" columns={blackoutColumns({ open }, folders)} rows={blackouts} keyOf={keyOf} />
      )}
      {releases.length > 0 && (
        <Table caption="Releases" columns={releaseColumns({ move })} rows={releases} keyOf={keyOf} />
      )}
    </>
  );
}
