import { CheckField, ChoiceField, TextField } from '../../parts/field.tsx';
import { statusWord } from '../../parts/status.tsx';
import { MoreFilters } from './more-filters.tsx';
import { type FilterProps, offeredStatuses, queryIn } from './query.ts';

const Statuses = ({ query, change }: FilterProps) => {
  const { statuses } = query;
  return (
    <details class="choices">
      <summary>Status{statuses.length > 0 && `: ${statuses.map(statusWord).join(', ')}`}</summary>
      <fieldset>
        <legend class="unseen">Status</legend>
        {offeredStatuses.map((status) => (
          <CheckField
            key={status}
            label={statusWord(status)}
            isOn={statuses.includes(status)}
            change={(isOn) =>
              change({ statuses: offeredStatuses.filter((one) => (one === status ? isOn : statuses.includes(one))) })
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
      <Statuses query={query} change={change} />
      <TextField label="Tags, by commas" value={query.tags} change={(tags) => change({ tags })} />
      <ChoiceField
        label="Where"
        value={query.where}
        options={[
          ['', 'Live and archive'],
          ['live', 'Live'],
          ['archive', 'Archive'],
        ]}
        change={(where) => change({ where: queryIn(new URLSearchParams({ where })).where })}
      />
      <CheckField label="Mine" isOn={query.isMine} change={(isMine) => change({ isMine })} />
      <CheckField label="Flagged" isOn={query.isFlagged} change={(isFlagged) => change({ isFlagged })} />
    </div>
    <MoreFilters query={query} change={change} />
  </search>
);
