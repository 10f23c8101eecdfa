import { useSignal } from '@preact/signals';
import Pencil from '~icons/lucide/pencil';
import Trash2 from '~icons/lucide/trash-2';
import TriangleAlert from '~icons/lucide/triangle-alert';
import { permissionReason } from '../../api/permission-reason.ts';
import { missingPermissionOn } from '../../api/permissions.ts';
import { ActionButton, MissingPermissions } from '../../components/controls/action-button.tsx';
import { RowMenu } from '../../components/controls/row-menu.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { useFolders } from '../../live/folders.ts';
import { Link } from '../../navigation/link.tsx';
import { t } from '../../navigation/text.ts';
import { formatDuration } from '../release/times/durations.ts';
import { timelinePath } from './bar.tsx';
import type { Conflict } from './conflicts.ts';
import { momentText, rangeText } from './date-texts.ts';
import { missingBlackoutPermission } from './dialogs/blackout-dialog.tsx';
import type { BlackoutEntry } from './entries.ts';
import { folderLabel } from './entry-list.tsx';

/** The number of conflicts before a button shows all. */
const maxConflicts = 4;

interface ConflictProps {
  readonly conflict: Conflict;
  readonly open: (entry: BlackoutEntry) => void;
  /** Moves the planned start of the release to the first free time. */
  readonly move: (conflict: Conflict) => Promise<void>;
  /** Whether the conflicts load after a change of a blackout, so that a first free time may be outdated. */
  readonly isRefreshing: boolean;
}

/** Returns the permission that the user lacks to move the release; null if the user lacks none. */
const missingMovePermission = ({ entry }: Conflict): string | null =>
  missingPermissionOn(entry.release, 'updateRelease');

function ConflictItem({ conflict, open, move, isRefreshing }: ConflictProps) {
  const { entry, blackout, start, firstFree, overlap } = conflict;
  const missing = missingMovePermission(conflict);
  return (
    <li>
      <span class="row">
        <span class={start === null ? 'soon' : 'late'}>
          <Icon of={TriangleAlert} size="small" />
        </span>
        <Link to={timelinePath(entry)}>
          <bdi>{entry.title}</bdi>
        </Link>
      </span>
      <p>
        {start === null ? t('Overlaps ') : t('Starts in ')}
        {blackout === undefined ? (
          t('a blackout')
        ) : (
          <button type="button" class="link" onClick={() => open(blackout)}>
            <bdi>{blackout.title}</bdi>
          </button>
        )}
        {start === null
          ? t` for ${formatDuration(overlap.to - overlap.from)}, from ${momentText(overlap.from)}.`
          : `, ${momentText(start)}.`}
      </p>
      {firstFree !== null && (
        <ActionButton missingPermission={missing} isDisabled={isRefreshing} isSmall run={() => move(conflict)}>
          Move to {momentText(firstFree)}
        </ActionButton>
      )}
    </li>
  );
}

interface ConflictsProps extends Omit<ConflictProps, 'conflict'> {
  readonly conflicts: readonly Conflict[];
  /** Whether the conflicts of the period are loaded. */
  readonly isLoaded: boolean;
}

/** The releases that start in a blackout or overlap one. */
function Conflicts({ conflicts, isLoaded, ...rest }: ConflictsProps) {
  const isComplete = useSignal(false);
  const shown = isComplete.value ? conflicts : conflicts.slice(0, maxConflicts);
  return (
    <section class="card" aria-labelledby="conflicts">
      <header>
        <h2 id="conflicts">Conflicts</h2>
        {conflicts.length > 0 && <span class="badge hot">{conflicts.length}</span>}
      </header>
      {isLoaded && conflicts.length === 0 && <p class="empty">No conflicts with blackouts</p>}
      <ul>
        {shown.map((conflict) => (
          <ConflictItem key={`${conflict.entry.id} ${conflict.overlap.from}`} conflict={conflict} {...rest} />
        ))}
      </ul>
      <MissingPermissions names={shown.filter(({ firstFree }) => firstFree !== null).map(missingMovePermission)} />
      {shown.length < conflicts.length && (
        <button type="button" class="quiet all" onClick={() => (isComplete.value = true)}>
          Show all {conflicts.length} conflicts
        </button>
      )}
    </section>
  );
}

interface BlackoutsProps {
  readonly blackouts: readonly BlackoutEntry[];
  readonly isLoaded: boolean;
  readonly open: (entry: BlackoutEntry) => void;
  readonly remove: (entry: BlackoutEntry) => void;
}

/** The blackouts of the period, with the folders to which they apply. */
function Blackouts({ blackouts, isLoaded, open, remove }: BlackoutsProps) {
  const folders = useFolders();
  const missing = missingBlackoutPermission();
  const disabledReason = permissionReason(missing);
  return (
    <section class="card" aria-labelledby="blackouts">
      <header>
        <h2 id="blackouts">Blackouts</h2>
      </header>
      {isLoaded && blackouts.length === 0 && <p class="empty">No blackouts</p>}
      <ul>
        {blackouts.map((entry) => (
          <li key={entry.id}>
            <span class="row">
              <button type="button" class="link" onClick={() => open(entry)}>
                <bdi>{entry.title}</bdi>
              </button>
              <span class="push">
                <RowMenu
                  label={t`More actions for ${entry.title}`}
                  sections={[
                    { actions: [{ label: t('Edit…'), icon: Pencil, run: () => open(entry), disabledReason }] },
                    {
                      actions: [
                        {
                          ...{ label: t('Delete…'), icon: Trash2, isDanger: true, disabledReason },
                          run: () => remove(entry),
                        },
                      ],
                    },
                  ]}
                />
              </span>
            </span>
            <p class="number">{rangeText(entry)}</p>
            <span class="tag">
              <bdi>{folderLabel(folders, entry.blackout)}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PanelProps extends ConflictsProps, BlackoutsProps {
  /** Whether the calendar beside it already lists the blackouts. */
  readonly isList: boolean;
}

/** The conflicts and blackouts of the period, beside the calendar. */
export const Panel = ({ conflicts, blackouts, remove, isList, ...rest }: PanelProps) => (
  <aside class="stack panel-of-calendar" aria-label="Conflicts and blackouts">
    <Conflicts conflicts={conflicts} {...rest} />
    {!isList && <Blackouts {...{ blackouts, remove }} isLoaded={rest.isLoaded} open={rest.open} />}
  </aside>
);
