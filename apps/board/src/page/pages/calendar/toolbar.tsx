import type { Signal } from '@preact/signals';
import type { BlackoutResponse } from '@slipway/api-schema/calendar';
import CalendarSearch from '~icons/lucide/calendar-search';
import ChevronLeft from '~icons/lucide/chevron-left';
import ChevronRight from '~icons/lucide/chevron-right';
import Link2 from '~icons/lucide/link-2';
import Lock from '~icons/lucide/lock';
import { fullNameOf } from '../../api/full-names.ts';
import { MissingPermissions } from '../../components/controls/action-button.tsx';
import { FieldChip, SearchInput } from '../../components/controls/filter-controls.tsx';
import { RowMenu } from '../../components/controls/row-menu.tsx';
import { ChoiceField } from '../../components/fields/field.tsx';
import { FolderField } from '../../components/fields/folder-field.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PersonField } from '../../components/people/person-field.tsx';
import { findFolder, useFolders } from '../../live/folders.ts';
import { Link } from '../../navigation/link.tsx';
import { isNarrow } from '../../navigation/narrow.ts';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { t } from '../../navigation/text.ts';
import { NewRelease } from '../releases/new-release.tsx';
import type { Day } from './days.ts';
import { missingBlackoutPermission } from './dialogs/blackout-dialog.tsx';
import type { ReleaseEntry } from './entries.ts';
import { type CalendarQuery, modeLabels, modeOf, modes, modeUrl, periodOf } from './query.ts';

/**
 * The open dialog: a search for a free time, the feeds, a new release or blackout on a day, the move of a release, or
 * the edit or deletion of a blackout.
 */
export type OpenDialog =
  | 'free'
  | 'subscribe'
  | { readonly newRelease: Day }
  | { readonly newBlackout: Day }
  | { readonly moved: ReleaseEntry }
  | { readonly blackout: BlackoutResponse }
  | { readonly deleted: BlackoutResponse };

interface HeadProps {
  /** The day of a new blackout. */
  readonly day: Day;
  readonly openDialog: Signal<OpenDialog | null>;
}

/** The title of the calendar, and its actions. */
export function CalendarHead({ day, openDialog }: HeadProps) {
  const missingPermission = missingBlackoutPermission();
  const open = (dialog: OpenDialog) => () => {
    openDialog.value = dialog;
  };
  usePaletteActions([
    { name: t('Add blackout'), missingPermission, run: open({ newBlackout: day }) },
    { name: t('Find a free time'), missingPermission: null, run: open('free') },
    { name: t('Calendar feeds'), missingPermission: null, run: open('subscribe') },
  ]);
  const others = [
    { label: t('Find a free time…'), icon: CalendarSearch, run: open('free') },
    { label: t('Calendar feeds…'), icon: Link2, run: open('subscribe') },
  ];
  return (
    <PageHead
      title="Calendar"
      {...(missingPermission !== null && { meta: <MissingPermissions names={[missingPermission]} /> })}
    >
      {!isNarrow.value &&
        others.map(({ label, icon, run }) => (
          <button key={label} type="button" class="quiet" onClick={run}>
            <Icon of={icon} />
            {label}
          </button>
        ))}
      <button type="button" disabled={missingPermission !== null} onClick={open({ newBlackout: day })}>
        <Icon of={Lock} />
        Add blackout…
      </button>
      <NewRelease />
      {isNarrow.value && <RowMenu label="More actions" sections={[{ actions: others }]} />}
    </PageHead>
  );
}

interface FilterProps {
  readonly query: CalendarQuery;
  readonly change: (changes: Partial<CalendarQuery>) => void;
}

const ownerOptions = [
  ['', t('Anyone')],
  ['mine', t('Me')],
] as const;

/** The filter by owner: the user, or another user by name. */
function OwnerFilter({ query: { isMine, owner }, change }: FilterProps) {
  const name = owner === '' ? t('Anyone') : fullNameOf(owner);
  const isSet = isMine || owner !== '';
  return (
    <FieldChip
      label="Owner"
      text={isMine ? t('Me') : name}
      remove={isSet ? () => change({ isMine: false, owner: '' }) : null}
    >
      <ChoiceField
        label="Owner"
        value={isMine ? 'mine' : ''}
        options={ownerOptions}
        change={(choice) => change({ isMine: choice === 'mine', owner: '' })}
      />
      <PersonField
        label="User name"
        kind="user"
        value={owner}
        change={(text) => change({ isMine: false, owner: text })}
      />
    </FieldChip>
  );
}

/** The filters of releases: title, folder and owner. */
function Filters({ query, change }: FilterProps) {
  const folders = useFolders();
  const { folder } = query;
  const folderName = folder === '' ? t('All') : (findFolder(folders, folder)?.name ?? t('Selected'));
  return (
    <search class="filter-bar">
      <SearchInput label="Search releases" value={query.title} change={(title) => change({ title })} />
      <FieldChip label="Folder" text={folderName} remove={folder === '' ? null : () => change({ folder: '' })}>
        <FolderField label="Folder" none="All folders" value={folder} change={(id) => change({ folder: id })} />
      </FieldChip>
      <OwnerFilter query={query} change={change} />
    </search>
  );
}

interface PeriodBarProps extends FilterProps {
  readonly periodName: string;
  readonly moveBy: (step: 1 | -1) => void;
  readonly goToday: () => void;
}

/** The visible period with its navigation, the modes, and the filters. */
export function PeriodBar({ query, change, periodName, moveBy, goToday }: PeriodBarProps) {
  const period = periodOf(modeOf(query));
  const step = (by: 1 | -1, label: string, key: string) => (
    <button
      type="button"
      class="quiet square"
      onClick={() => moveBy(by)}
      aria-keyshortcuts={key}
      aria-label={label}
      title={`${label} (${key.toUpperCase()})`}
    >
      <Icon of={by < 0 ? ChevronLeft : ChevronRight} />
    </button>
  );
  return (
    <div class="period-bar">
      <span class="row">
        <button type="button" onClick={goToday} aria-keyshortcuts="0">
          Today
        </button>
        {step(-1, period === 'week' ? t('Previous week') : t('Previous month'), 'k')}
        {step(1, period === 'week' ? t('Next week') : t('Next month'), 'j')}
      </span>
      <h2>{periodName}</h2>
      <nav class="segments" aria-label="Calendar views">
        {modes.map((mode) => (
          <Link key={mode} to={modeUrl(query, mode)} current={mode === modeOf(query)}>
            {modeLabels[mode]}
          </Link>
        ))}
      </nav>
      {modeOf(query) !== 'list' && (
        <span class="segments">
          <button
            type="button"
            aria-pressed={query.hasWorkdaysOnly}
            title={t('Hide Saturday and Sunday')}
            onClick={() => change({ hasWorkdaysOnly: !query.hasWorkdaysOnly })}
          >
            Working days
          </button>
        </span>
      )}
      <Filters query={query} change={change} />
    </div>
  );
}
