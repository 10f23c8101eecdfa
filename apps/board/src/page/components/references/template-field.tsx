import { useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useDebounced, useLatest, useQuery } from '../../live/queries.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { t } from '../../navigation/text.ts';
import { ChoiceField, TextField } from '../fields/field.tsx';

type TemplateSummary = Pick<ReleaseResponse, 'id' | 'title' | '$metadata'>;

interface Props {
  /** The id of the selected template. */
  readonly text: string;
  /** `template` is undefined if no template is selected, or if the user cannot view it. */
  readonly change: (text: string, template: TemplateSummary | undefined) => void;
  /** Whether the browser requires a template before it submits the form. */
  readonly isRequired?: boolean;
  /** The label of the option without a template. */
  readonly none?: string | undefined;
}

/** The maximum number of suggested templates. The user narrows them by typing a part of the title. */
const maxSuggestions = 100;

/** A field that selects a template by title. */
export function TemplateField({ text, change, isRequired = false, none = t('Select a template') }: Props) {
  const title = useSignal('');
  const query = new URLSearchParams({
    ...{ view: 'summary', resultsPerPage: String(maxSuggestions) },
    title: useDebounced(title.value),
  });
  const { value } = useLatest<readonly TemplateSummary[]>(`/templates?${query}`, []);
  const isSelected = ({ id }: TemplateSummary): boolean => lastSegment(id) === lastSegment(text);
  const listedTemplate = value?.find(isSelected);
  const isUnlisted = text !== '' && value !== undefined && listedTemplate === undefined;
  const loadedTemplate = useQuery<TemplateSummary>(isUnlisted ? `/templates/${lastSegment(text)}` : null).value.value;
  const selected = listedTemplate ?? (loadedTemplate && isSelected(loadedTemplate) ? loadedTemplate : undefined);
  const others = (value ?? []).filter((template) => !isSelected(template));
  return (
    <>
      <TextField label="Search templates" type="search" value={title.value} change={(input) => (title.value = input)} />
      <ChoiceField
        label="Template"
        isRequired={isRequired}
        value={text}
        options={[
          ['', none],
          ...(text === '' ? [] : [[text, selected?.title ?? lastSegment(text)] as const]),
          ...others.map((template) => [template.id, template.title] as const),
        ]}
        change={(id) =>
          change(
            id,
            [selected, ...others].find((template) => template?.id === id),
          )
        }
      />
    </>
  );
}
