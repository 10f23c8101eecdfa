import { fromDateInput, toDateInput } from '../../../components/fields/date-input.ts';
import { CheckField, ChoiceField, TextField } from '../../../components/fields/field.tsx';
import { FolderField } from '../../../components/fields/folder-field.tsx';
import { MomentField } from '../../../components/fields/moment-field.tsx';
import { statusLabel } from '../../../components/marks/status.tsx';
import { type ReleaseQuery, selectableStatuses } from '../query.ts';
import { type FilterName, parseParam, riskOptions, scopeOptions, timeOptions } from './kinds.ts';

interface FieldProps {
  readonly query: ReleaseQuery;
  readonly change: (changes: Partial<ReleaseQuery>) => void;
}

const Times = ({ query, change }: FieldProps) => (
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

const Statuses = ({ query: { statuses }, change }: FieldProps) => (
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
);

interface Props extends FieldProps {
  readonly name: Exclude<FilterName, 'mine' | 'flagged'>;
}

/** The field of a filter. */
export function FilterField({ name, query, change }: Props) {
  switch (name) {
    case 'status':
      return <Statuses query={query} change={change} />;
    case 'folder':
      return (
        <FolderField label="Folder" value={query.folder} none="All folders" change={(folder) => change({ folder })} />
      );
    case 'where':
      return (
        <ChoiceField
          label="Scope"
          value={query.where}
          options={scopeOptions}
          change={(where) => change({ where: parseParam('where', where).where })}
        />
      );
    case 'risk':
      return (
        <ChoiceField
          label="Risk"
          value={query.risk}
          options={riskOptions}
          change={(risk) => change({ risk: parseParam('risk', risk).risk })}
        />
      );
    case 'time':
      return <Times query={query} change={change} />;
    case 'tags':
      return (
        <TextField label="Tags" hint="Separated by commas" value={query.tags} change={(tags) => change({ tags })} />
      );
    case 'taskTags':
      return (
        <TextField
          label="Task tags"
          hint="Separated by commas"
          value={query.taskTags}
          change={(taskTags) => change({ taskTags })}
        />
      );
  }
}
