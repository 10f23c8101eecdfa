import type { ReadonlySignal } from '@preact/signals';
import type { ListedRelease } from '@slipway/api-schema/search';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Avatar } from '../../components/marks/avatar.tsx';
import { RiskBadge, type Thresholds } from '../../components/marks/risk-badge.tsx';
import { isFinished, StatusBadge } from '../../components/marks/status.tsx';
import { Moment, None } from '../../components/moment.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { type Selection, toggle } from '../../components/selection.tsx';
import type { Column } from '../../components/table.tsx';
import { type Folder, folderOf, rootFolder } from '../../live/folders.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { t } from '../../navigation/text.ts';
import type { Forecasts } from './forecasts.ts';
import { needForecasts, type OptionalColumn, optionalColumns } from './list-columns.ts';
import { CurrentTask, CurrentWork, EstimatedEndWithDue, Progress, useForecastWhenVisible } from './progress.tsx';

/** Returns the path of the view of a release. */
export const releasePath = ({ id, archived }: Pick<ListedRelease, 'id' | 'archived'>): string =>
  `/releases/${lastSegment(id)}${archived ? '?archive=yes' : ''}`;

interface FolderLineProps {
  readonly id: string;
  /** Empty until they are loaded. */
  readonly folders: ReadonlySignal<readonly Folder[]>;
}

/** The path of the folder of a release. */
function FolderCell({ id, folders }: FolderLineProps) {
  const folder = folderOf(folders.value, { id });
  return folder === rootFolder ? <None /> : <bdi>{folder?.name}</bdi>;
}

/** The path of the folder of a release, in one line, which is empty until it is known. Absent outside folders. */
function FolderLine({ id, folders }: FolderLineProps) {
  const folder = folderOf(folders.value, { id });
  if (folder === rootFolder || (folder === undefined && folders.value.length > 0)) return null;
  return (
    <div class="sub cut" title={folder?.name}>
      <bdi>{folder?.name ?? '\u00a0'}</bdi>
    </div>
  );
}

interface CheckboxProps {
  readonly selection: Selection;
  readonly release: ListedRelease;
}

/** The checkbox that selects a release. It also marks the row. */
function RowCheckbox({ selection, release: { id, title } }: CheckboxProps) {
  const checkbox = useRef<HTMLInputElement>(null);
  const isSelected = selection.selectedIds.value.has(id);
  useLayoutEffect(() => {
    checkbox.current?.closest('tr')?.toggleAttribute('data-selected', isSelected);
  }, [isSelected]);
  return (
    <input
      ref={checkbox}
      type="checkbox"
      class="pick"
      checked={isSelected}
      aria-label={t`Select ${title}`}
      onChange={({ currentTarget }) => toggle(selection, id, currentTarget.checked)}
    />
  );
}

/** The error of the latest action on a release. */
const RowRefusal = ({ selection, release: { id } }: CheckboxProps) => (
  <Refusal message={selection.refusals.value.get(id) ?? null} />
);

/** The objects that the cells use. Their identity stays the same, so that rows are rendered only when they change. */
export interface ColumnContext {
  readonly forecasts: Forecasts;
  readonly selection: Selection;
  readonly folders: ReadonlySignal<readonly Folder[]>;
  /** The id of the menu with the actions on a row. */
  readonly menuId: string;
  /** Sets the release of the menu. Called before the menu opens. */
  readonly setMenuRelease: (release: ListedRelease) => void;
  /** The ids of the releases on the page. */
  readonly pageIds: ReadonlySignal<readonly string[]>;
}

/** Selects all releases on the page, or none. */
function toggleAll({ selection, pageIds }: Pick<ColumnContext, 'selection' | 'pageIds'>): void {
  const [ids, selectedIds] = [pageIds.peek(), selection.selectedIds.peek()];
  const isAllSelected = ids.every((id) => selectedIds.has(id));
  selection.selectedIds.value = new Set(isAllSelected ? [] : ids);
}

function SelectAll(props: Pick<ColumnContext, 'selection' | 'pageIds'>) {
  const { selection, pageIds } = props;
  const isAllSelected = pageIds.value.length > 0 && pageIds.value.every((id) => selection.selectedIds.value.has(id));
  return (
    <input
      type="checkbox"
      class="all"
      aria-label="Select all on this page"
      checked={isAllSelected}
      onChange={() => toggleAll(props)}
    />
  );
}

interface TitleProps extends Pick<ColumnContext, 'selection' | 'folders' | 'forecasts'> {
  readonly release: ListedRelease;
  readonly visible: readonly OptionalColumn[];
}

/** The title of a release. It also loads the forecast for the other cells of the row, if one of them needs it. */
function Title({ selection, folders, forecasts, release, visible }: TitleProps) {
  const elementRef = useRef<HTMLDivElement>(null);
  const isNeeded = !release.archived && needForecasts(visible);
  useForecastWhenVisible(elementRef, { id: lastSegment(release.id), forecasts, isNeeded });
  return (
    <div class="titled" ref={elementRef}>
      <RowCheckbox selection={selection} release={release} />
      <div>
        <Link to={releasePath(release)}>{release.title}</Link>
        {release.archived && <span class="type"> archived</span>}
        {!visible.includes('folder') && <FolderLine id={release.id} folders={folders} />}
        <RowRefusal selection={selection} release={release} />
      </div>
    </div>
  );
}

const titleColumn = (
  { selection, folders, forecasts, pageIds }: ColumnContext,
  visible: readonly OptionalColumn[],
): Column<ListedRelease> => ({
  name: t('Release'),
  order: 'title',
  class: 'named',
  before: <SelectAll selection={selection} pageIds={pageIds} />,
  cell: (release) => <Title key={release.id} {...{ selection, folders, forecasts, release, visible }} />,
});

const menuColumn = ({ menuId, setMenuRelease }: ColumnContext): Column<ListedRelease> => ({
  name: t('Actions'),
  isNameHidden: true,
  class: 'act',
  cell: (release) => (
    <button
      type="button"
      class="quiet square small more-actions"
      popovertarget={menuId}
      aria-haspopup="menu"
      aria-label={t`Actions for ${release.title}`}
      onClick={() => setMenuRelease(release)}
    />
  ),
});

/** Returns the planned start of a release; null without one, and undefined for a started release. */
const plannedStartOf = ({ status, scheduledStartDate }: ListedRelease): number | null | undefined =>
  status === 'PLANNED' ? (scheduledStartDate ?? null) : undefined;

const hasEnded = (release: ListedRelease): boolean => release.archived || isFinished(release);

/** Returns the columns that can be hidden. Archived releases have no forecast. */
const cellsOf = (
  { forecasts, folders }: ColumnContext,
  thresholds: Thresholds | undefined,
): Readonly<Record<OptionalColumn, Omit<Column<ListedRelease>, 'name'>>> => ({
  progress: {
    class: 'wide',
    cell: ({ id, archived }) => (archived ? <None /> : <Progress id={lastSegment(id)} forecasts={forecasts} />),
  },
  work: {
    class: 'work',
    cell: (release) =>
      hasEnded(release) ? (
        <None />
      ) : (
        <CurrentWork id={lastSegment(release.id)} forecasts={forecasts} plannedStart={plannedStartOf(release)} />
      ),
  },
  task: {
    class: 'work',
    cell: (release) =>
      hasEnded(release) ? <None /> : <CurrentTask id={lastSegment(release.id)} forecasts={forecasts} />,
  },
  start: { order: 'start_date', class: 'when', cell: ({ startDate }) => <Moment at={startDate} /> },
  risk: {
    order: 'risk',
    class: 'of-risk when',
    cell: (release) =>
      hasEnded(release) ? <None /> : <RiskBadge score={Number(release.riskScore)} thresholds={thresholds} />,
  },
  estimatedEnd: {
    class: 'when',
    cell: (release) =>
      hasEnded(release) ? (
        <>
          <Moment at={release.endDate} />
          {release.endDate !== undefined && <div class="sub">Ended</div>}
        </>
      ) : (
        <EstimatedEndWithDue
          id={lastSegment(release.id)}
          forecasts={forecasts}
          dueDate={release.dueDate}
          isInBlackout={release.$metadata.blackout.conflicts.length > 0}
        />
      ),
  },
  due: { class: 'when', cell: ({ dueDate }) => <Moment at={dueDate} /> },
  end: { order: 'end_date', class: 'when', cell: ({ endDate, dueDate }) => <Moment at={endDate ?? dueDate} /> },
  owner: { class: 'owner-cell', cell: ({ owner }) => (owner === undefined ? <None /> : <Avatar name={owner} />) },
  folder: { cell: ({ id }) => <FolderCell id={id} folders={folders} /> },
  template: {
    cell: ({ originTemplateId, templateTitle }) =>
      originTemplateId === undefined || templateTitle === undefined ? (
        <None />
      ) : (
        <Link to={`/templates/${lastSegment(originTemplateId)}`}>{templateTitle}</Link>
      ),
  },
  tags: {
    cell: ({ tags }) => (tags.length === 0 ? <None /> : <bdi>{tags.join(', ')}</bdi>),
  },
});

/** Returns the columns of the list: title, status, the visible optional columns, and the actions on a row. */
export function columnsFor(
  context: ColumnContext,
  thresholds: Thresholds | undefined,
  visible: readonly OptionalColumn[],
): readonly Column<ListedRelease>[] {
  const cells = cellsOf(context, thresholds);
  return [
    titleColumn(context, visible),
    { name: t('Status'), class: 'when', cell: ({ status }) => <StatusBadge status={status} /> },
    ...visible.map((name) => ({ name: optionalColumns[name], ...cells[name] })),
    menuColumn(context),
  ];
}
