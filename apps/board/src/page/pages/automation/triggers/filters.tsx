import { FieldChip, SearchInput } from '../../../components/controls/filter-controls.tsx';
import { ChoiceField, TextField } from '../../../components/fields/field.tsx';
import { t } from '../../../navigation/text.ts';
import { type TriggerType, triggerTypeTitle } from './columns.tsx';
import type { TriggerQuery } from './query.ts';

interface Props {
  readonly query: TriggerQuery;
  readonly types: readonly TriggerType[];
  readonly change: (changes: Partial<TriggerQuery>) => void;
}

/** The filters of the list of triggers. */
export function Filters({ query, types, change }: Props) {
  const { title, type, folder, template } = query;
  const isFiltered = [title, type, folder, template].some((text) => text !== '');
  return (
    <search class="filter-bar">
      <SearchInput label="Search triggers" value={title} change={(text) => change({ title: text })} />
      <FieldChip
        label="Type"
        text={type === '' ? t('All') : triggerTypeTitle(types, type)}
        isNew={false}
        remove={type === '' ? null : () => change({ type: '' })}
      >
        <ChoiceField
          label="Type"
          value={type}
          options={[['', t('All types')], ...types.map((option) => [option.type, option.title] as const)]}
          change={(name) => change({ type: name })}
        />
      </FieldChip>
      <FieldChip
        label="Folder"
        text={folder === '' ? t('All folders') : folder}
        isNew={false}
        remove={folder === '' ? null : () => change({ folder: '' })}
      >
        <TextField
          label="Folder"
          type="search"
          hint="A part of its title"
          value={folder}
          change={(text) => change({ folder: text })}
        />
      </FieldChip>
      <FieldChip
        label="Template"
        text={template === '' ? t('All') : template}
        isNew={false}
        remove={template === '' ? null : () => change({ template: '' })}
      >
        <TextField
          label="Template"
          type="search"
          hint="A part of its title"
          value={template}
          change={(text) => change({ template: text })}
        />
      </FieldChip>
      {isFiltered && (
        <button
          type="button"
          class="quiet small clear"
          onClick={() => change({ title: '', type: '', folder: '', template: '' })}
        >
          Clear
        </button>
      )}
    </search>
  );
}
