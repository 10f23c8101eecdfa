import type { Signal } from '@preact/signals';
import { TextField } from '../../../components/fields/field.tsx';
import { t } from '../../../navigation/text.ts';
import { filterFields, type RuleFilter } from './rules.ts';

export type FilterTexts = Readonly<Partial<Record<keyof RuleFilter, string>>>;

/** Returns the texts of the fields of a filter. */
export const filterTexts = (filter: RuleFilter = {}): FilterTexts =>
  Object.fromEntries(filterFields.map(([name]) => [name, (filter[name] ?? []).join(', ')]));

/** The fields of a filter. An empty field matches all values. */
export const FilterFields = ({ texts }: { readonly texts: Signal<FilterTexts> }) => (
  <details class="more" open={Object.values(texts.peek()).some((text) => text !== '')}>
    <summary>Only for some releases and tasks</summary>
    {filterFields.map(([name, label]) => (
      <TextField
        key={name}
        label={label}
        hint={t('Separated by commas. Empty: all')}
        value={texts.value[name] ?? ''}
        change={(text) => (texts.value = { ...texts.peek(), [name]: text })}
      />
    ))}
  </details>
);
