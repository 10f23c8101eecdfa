import type { ComponentChildren } from 'preact';
import { ChoiceField, TextField } from '../../../components/fields/field.tsx';
import type { TriggerQuery } from './query.ts';
import type { TriggerType } from './trigger-types.ts';

interface Props {
  readonly query: TriggerQuery;
  readonly types: readonly TriggerType[];
  readonly change: (changes: Partial<TriggerQuery>) => void;
  /** Controls beside them */
  readonly children: ComponentChildren;
}

/** What a list of triggers may be narrowed by. */
export const Filters = ({ query, types, change, children }: Props) => (
  <search class="filters">
    <TextField label="Title" type="search" value={query.title} change={(title) => change({ title })} />
    <TextField label="Template" type="search" value={query.template} change={(template) => change({ template })} />
    <TextField label="Folder" type="search" value={query.folder} change={(folder) => change({ folder })} />
    <ChoiceField
      label="Type"
      value={query.type}
      options={[['', 'Any'], ...types.map(({ type, title }) => [type, title] as const)]}
      change={(type) => change({ type })}
    />
    {children}
  </search>
);
