import { useSignal } from '@preact/signals';
import type { ReleasePageResponse } from '@slipway/api-schema/search';
import { useDebounced, useQuery } from '../../live/queries.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { t } from '../../navigation/text.ts';
import { ChoiceField, TextField } from '../fields/field.tsx';

interface Props {
  /** The id of the selected release. */
  readonly text: string;
  /** The title of the selected release, if it is known. */
  readonly title?: string | undefined;
  readonly change: (id: string) => void;
}

/** The maximum number of suggested releases. The user narrows them by typing a part of the title. */
const maxSuggestions = 100;

/** A field that selects a live or archived release by title. */
export function ReleaseField({ text, title: selectedTitle, change }: Props) {
  const title = useSignal('');
  const body = { title: useDebounced(title.value.trim()), orderBy: 'start_date', orderDirection: 'DESC' };
  const { value } = useQuery<ReleasePageResponse>(`/releases/search/page?resultsPerPage=${maxSuggestions}`, { body });
  const releases = (value.value?.releases ?? []).filter(({ id }) => lastSegment(id) !== lastSegment(text));
  return (
    <>
      <TextField label="Search releases" type="search" value={title.value} change={(input) => (title.value = input)} />
      <ChoiceField
        label="Release"
        value={text}
        options={[
          ['', t('Select a release')],
          ...(text === '' ? [] : [[text, selectedTitle ?? lastSegment(text)] as const]),
          ...releases.map(
            (release) => [release.id, release.archived ? t`${release.title} (archived)` : release.title] as const,
          ),
        ]}
        change={change}
      />
    </>
  );
}
