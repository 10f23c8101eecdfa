import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import ArrowDownUp from '~icons/lucide/arrow-down-up';
import Group from '~icons/lucide/group';
import Plus from '~icons/lucide/plus';
import Table2 from '~icons/lucide/table-2';
import { FieldChip, FlagChip, SearchInput } from '../../../components/controls/filter-controls.tsx';
import { Menu } from '../../../components/controls/menu.tsx';
import { Segments } from '../../../components/controls/segments.tsx';
import { CheckField } from '../../../components/fields/field.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { type Folder, findFolder } from '../../../live/folders.ts';
import { density, setDensity } from '../../../navigation/preferences.ts';
import { t } from '../../../navigation/text.ts';
import { columnNames, optionalColumns, showColumn, visibleColumns } from '../list-columns.ts';
import { type Grouping, groupings, type ReleaseQuery, releasesUrl } from '../query.ts';
import { FilterField } from './fields.tsx';
import { type FilterName, filterKinds, filterNames, parseParam, permanentFilters } from './kinds.ts';

interface Props {
  readonly query: ReleaseQuery;
  readonly change: (changes: Partial<ReleaseQuery>) => void;
  /** Empty until they are loaded. */
  readonly folders: readonly Folder[];
}

const orderOptions = [
  ['start_date', t('Start date, newest first')],
  ['start_date asc', t('Start date, oldest first')],
  ['end_date', t('End date, newest first')],
  ['end_date asc', t('End date, oldest first')],
  ['risk', t('Risk, highest first')],
  ['risk asc', t('Risk, lowest first')],
  ['title asc', t('Title, A to Z')],
  ['title', t('Title, Z to A')],
] as const;

function SortMenu({ query: { order, isDescending }, change }: Omit<Props, 'folders'>) {
  const current = isDescending ? order : `${order} asc`;
  const currentLabel = orderOptions.find(([value]) => value === current)?.[1] ?? '';
  const select = (value: string): void => {
    const [column = '', direction] = value.split(' ');
    change({ order: parseParam('order', column).order, isDescending: direction !== 'asc' });
  };
  const choices = orderOptions.map(([value, label]) => ({
    ...{ label, isSelected: value === current },
    run: () => select(value),
  }));
  return (
    <Menu
      label={t`Sort by: ${currentLabel}`}
      sections={[{ heading: t('Sort by'), choices, isClosing: true }]}
      buttonClass="quiet small"
    >
      <Icon of={ArrowDownUp} />
      {currentLabel}
    </Menu>
  );
}

const groupLabels: Readonly<Record<Grouping, string>> = {
  '': t('No grouping'),
  folder: t('Grouped by folder'),
  template: t('Grouped by template'),
  status: t('Grouped by status'),
};

/** Groups the releases of the page. */
function GroupMenu({ query: { group }, change }: Omit<Props, 'folders'>) {
  const choices = groupings.map((grouping) => ({
    ...{ label: groupLabels[grouping], isSelected: grouping === group },
    run: () => change({ group: grouping }),
  }));
  return (
    <Menu
      label={groupLabels[group]}
      sections={[{ heading: t('Within each page'), choices, isClosing: true }]}
      buttonClass="quiet small"
    >
      <Icon of={Group} />
      {groupLabels[group]}
    </Menu>
  );
}

/** The settings of the table, which this browser keeps. */
function TableSettings() {
  const id = useId();
  return (
    <>
      <button
        type="button"
        class="quiet square small"
        popovertarget={id}
        aria-label="Columns and density"
        title="Columns and density"
      >
        <Icon of={Table2} />
      </button>
      <div id={id} class="menu panel from-end" popover="auto">
        <fieldset>
          <legend>Columns</legend>
          {columnNames.map((name) => (
            <CheckField
              key={name}
              label={optionalColumns[name]}
              isOn={visibleColumns.value.includes(name)}
              change={(isOn) => showColumn(name, isOn)}
            />
          ))}
        </fieldset>
        <Segments
          label="Density"
          value={density.value}
          options={[
            ['comfortable', t('Comfortable')],
            ['compact', t('Compact')],
          ]}
          change={setDensity}
        />
      </div>
    </>
  );
}

interface ChipProps extends Props {
  readonly name: FilterName;
  readonly isNew: boolean;
  readonly remove: () => void;
}

function FilterChip({ name, query, change, folders, isNew, remove }: ChipProps) {
  const { label, textOf, isActive } = filterKinds[name];
  const text = textOf(query, (id) => findFolder(folders, id)?.name);
  if (name === 'mine' || name === 'flagged') return <FlagChip label={label} text={text} remove={remove} />;
  const isRemovable = isActive(query) || !permanentFilters.includes(name);
  return (
    <FieldChip label={label} text={text} isNew={isNew} remove={isRemovable ? remove : null}>
      <FilterField name={name} query={query} change={change} />
    </FieldChip>
  );
}

/** Returns the names of the visible and of the other filters, and functions that add and remove a filter. */
function useChips({ query, change }: Pick<Props, 'query' | 'change'>) {
  /** The filters that the user has added without a value. */
  const added = useSignal<readonly FilterName[]>([]);
  const isShown = (name: FilterName): boolean =>
    permanentFilters.includes(name) || filterKinds[name].isActive(query) || added.value.includes(name);
  const add = (name: FilterName): void => {
    if (name === 'mine') change({ isMine: true });
    else if (name === 'flagged') change({ isFlagged: true });
    else added.value = [...added.peek(), name];
  };
  const remove = (name: FilterName): void => {
    added.value = added.peek().filter((other) => other !== name);
    if (filterKinds[name].isActive(query)) change(filterKinds[name].cleared);
  };
  const clear = (): void => {
    added.value = [];
    const { order, isDescending, group } = query;
    change({ ...releasesUrl.parse(new URLSearchParams()), order, isDescending, group });
  };
  return {
    ...{ add, remove, clear },
    shown: filterNames.filter(isShown),
    others: filterNames.filter((name) => !isShown(name)),
    isAdded: (name: FilterName) => added.value.includes(name),
  };
}

const menuLabels: Readonly<Partial<Record<FilterName, string>>> = { mine: t('Owner: Me'), flagged: t('Flagged') };

/** Whether the query has a filter. */
const isFiltered = (query: ReleaseQuery): boolean =>
  query.title !== '' || filterNames.some((name) => filterKinds[name].isActive(query));

/** The search field, the filters, the order and the settings of the list. */
export function FilterBar({ query, change, folders }: Props) {
  const { shown, others, isAdded, add, remove, clear } = useChips({ query, change });
  const actions = others.map((name) => ({ label: menuLabels[name] ?? filterKinds[name].label, run: () => add(name) }));
  return (
    <search class="filter-bar">
      <SearchInput label="Search releases" value={query.title} change={(title) => change({ title })} />
      {shown.map((name) => (
        <FilterChip
          key={name}
          {...{ name, query, change, folders }}
          isNew={isAdded(name)}
          remove={() => remove(name)}
        />
      ))}
      {others.length > 0 && (
        <Menu label="Add filter" sections={[{ actions }]} buttonClass="chip add">
          <Icon of={Plus} size="small" />
          Add filter
        </Menu>
      )}
      {isFiltered(query) && (
        <button type="button" class="quiet small clear" onClick={clear}>
          Clear
        </button>
      )}
      <span class="settings">
        <SortMenu query={query} change={change} />
        <GroupMenu query={query} change={change} />
        <TableSettings />
      </span>
    </search>
  );
}
