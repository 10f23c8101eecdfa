import { useSignal } from '@preact/signals';
import { fromDateInput, toDateInput } from '../../components/fields/date-input.ts';
import { CheckField, ChoiceField, TextField } from '../../components/fields/field.tsx';
import { FolderField } from '../../components/fields/folder-field.tsx';
import { MomentField } from '../../components/fields/moment-field.tsx';
import { statusLabel } from '../../components/status.tsx';
import { type ReleaseQuery, releasesUrl, risks, selectableStatuses } from './query.ts';
import { riskLabel } from './risk-badge.tsx';

interface FilterProps {
  readonly query: ReleaseQuery;
  readonly change: (changes: Partial<ReleaseQuery>) => void;
}

const timeOptions = [
  ['', 'Any time'],
  ['LAST_SEVEN_DAYS', 'Last 7 days'],
  ['LAST_MONTH', 'Last 30 days'],
  ['LAST_THREE_MONTHS', 'Last 3 months'],
  ['LAST_SIX_MONTHS', 'Last 6 months'],
  ['LAST_YEAR', 'Last 12 months'],
  ['RANGE', 'Custom range…'],
] as const;

const orderOptions = [
  ['start_date', 'Start date, newest first'],
  ['start_date asc', 'Start date, oldest first'],
  ['end_date', 'End date, newest first'],
  ['end_date asc', 'End date, oldest first'],
  ['risk', 'Risk, highest first'],
  ['risk asc', 'Risk, lowest first'],
  ['title asc', 'Title, A to Z'],
  ['title', 'Title, Z to A'],
] as const;

/** Returns the query with one parameter and default values for all others. */
const parseParam = (name: string, value: string): ReleaseQuery =>
  releasesUrl.parse(new URLSearchParams({ [name]: value }));

const Times = ({ query, change }: FilterProps) => (
  <>
    <ChoiceField
      label="Active during"
      value={query.time}
      options={timeOptions}
      change={(time) => change({ time: parseParam('time', time).time })}
    />
    {query.time === 'RANGE' && (
      <>
        <MomentField
          label="From"
          value={toDateInput(query.begin || undefined)}
          change={(input) => change({ begin: fromDateInput(input) ?? '' })}
        />
        <MomentField
          label="To"
          value={toDateInput(query.end || undefined)}
          change={(input) => change({ end: fromDateInput(input) ?? '' })}
        />
      </>
    )}
  </>
);

const Order = ({ query: { order, isDescending }, change }: FilterProps) => (
  <ChoiceField
    label="Sort by"
    value={isDescending ? order : `${order} asc`}
    options={orderOptions}
    change={(selected) => {
      const [column = '', direction] = selected.split(' ');
      change({ order: parseParam('order', column).order, isDescending: direction !== 'asc' });
    }}
  />
);

/** Returns the number of active filters in the collapsed section. */
const countActive = ({ taskTags, folder, risk, time }: ReleaseQuery): number =>
  [taskTags, folder, risk, time].filter((text) => text !== '').length;

/** The less frequent filters and the order, in a collapsed section. Folders are loaded when it is first opened. */
function MoreFilters({ query, change }: FilterProps) {
  const count = countActive(query);
  const hasOpened = useSignal(count > 0);
  return (
    <details
      class="more"
      open={hasOpened.value}
      onToggle={({ currentTarget }) => {
        hasOpened.value = currentTarget.open;
      }}
    >
      <summary>More filters and sorting{count > 0 && ` (${count})`}</summary>
      {hasOpened.value && (
        <div class="filters">
          <TextField
            label="Task tags"
            hint="Separated by commas"
            value={query.taskTags}
            change={(taskTags) => change({ taskTags })}
          />
          <FolderField label="Folder" value={query.folder} none="All folders" change={(folder) => change({ folder })} />
          <ChoiceField
            label="Risk"
            value={query.risk}
            options={[['', 'Any'], ...risks.map((risk) => [risk, riskLabel(risk)] as const)]}
            change={(risk) => change({ risk: parseParam('risk', risk).risk })}
          />
          <Times query={query} change={change} />
          <Order query={query} change={change} />
        </div>
      )}
    </details>
  );
}

const StatusFilter = ({ query, change }: FilterProps) => {
  const { statuses } = query;
  return (
    <details class="choices">
      <summary>Status{statuses.length > 0 && `: ${statuses.map(statusLabel).join(', ')}`}</summary>
      <fieldset>
        <legend class="unseen">Status</legend>
        {selectableStatuses.map((status) => (
          <CheckField
            key={status}
            label={statusLabel(status)}
            isOn={statuses.includes(status)}
            change={(isOn) =>
              change({
                statuses: selectableStatuses.filter((candidate) =>
                  candidate === status ? isOn : statuses.includes(candidate),
                ),
              })
            }
          />
        ))}
      </fieldset>
    </details>
  );
};

/** The filters and order of the list. */
export const Filters = ({ query, change }: FilterProps) => (
  <search>
    <div class="filters">
      <TextField label="Search releases" type="search" value={query.title} change={(title) => change({ title })} />
      <StatusFilter query={query} change={change} />
      <TextField label="Tags" hint="Separated by commas" value={query.tags} change={(tags) => change({ tags })} />
      <ChoiceField
        label="Scope"
        value={query.where}
        options={[
          ['', 'Live and archived'],
          ['live', 'Live'],
          ['archive', 'Archived'],
        ]}
        change={(where) => change({ where: parseParam('where', where).where })}
      />
      <CheckField label="Owner: Me" isOn={query.isMine} change={(isMine) => change({ isMine })} />
      <CheckField label="Flagged" isOn={query.isFlagged} change={(isFlagged) => change({ isFlagged })} />
    </div>
    <MoreFilters query={query} change={change} />
  </search>
);
