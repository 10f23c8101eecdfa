import { CheckField, ChoiceField, TextField } from '../../components/fields/field.tsx';
import { statusLabel } from '../../components/status.tsx';
import { MoreFilters } from './more-filters.tsx';
import { type FilterProps, parseQuery, selectableStatuses } from './query.ts';

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

/** What a list of releases may be narrowed by, and in which order it comes. */
export const Filters = ({ query, change }: FilterProps) => (
  <search>
    <div class="filters">
      <TextField label="Title" type="search" value={query.title} change={(title) => change({ title })} />
      <StatusFilter query={query} change={change} />
      <TextField label="Tags, by commas" value={query.tags} change={(tags) => change({ tags })} />
      <ChoiceField
        label="Where"
        value={query.where}
        options={[
          ['', 'Live and archive'],
          ['live', 'Live'],
          ['archive', 'Archive'],
        ]}
        change={(where) => change({ where: parseQuery(new URLSearchParams({ where })).where })}
      />
      <CheckField label="Mine" isOn={query.isMine} change={(isMine) => change({ isMine })} />
      <CheckField label="Flagged" isOn={query.isFlagged} change={(isFlagged) => change({ isFlagged })} />
    </div>
    <MoreFilters query={query} change={change} />
  </search>
);
