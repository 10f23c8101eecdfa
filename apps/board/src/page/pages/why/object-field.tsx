import { useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { ReleasePageResponse } from '@slipway/api-schema/search';
import { ChoiceField, TextField } from '../../components/fields/field.tsx';
import { useFolders } from '../../live/folders.ts';
import { useDebounced, useQuery } from '../../live/queries.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { t } from '../../navigation/text.ts';

/** The maximum number of suggestions of each kind. The user narrows them by typing a part of the title. */
const maxSuggestions = 50;
const limitQuery = `resultsPerPage=${maxSuggestions}`;

type Option = readonly [id: string, label: string];
type Plan = Pick<ReleaseResponse, 'id' | 'title' | 'status'>;

const planOption = ({ id, title, status }: Plan): Option => [
  lastSegment(id),
  status === 'TEMPLATE' ? t`Template: ${title}` : t`Release: ${title}`,
];

/** Returns the folders, templates and releases whose titles contain a text. */
function useObjects(title: string): readonly Option[] {
  const folders = useFolders()
    .filter(({ name }) => name.toLowerCase().includes(title.toLowerCase()))
    .slice(0, maxSuggestions)
    .map(({ id, name }): Option => [lastSegment(id), t`Folder: ${name}`]);
  const templateQuery = new URLSearchParams({ view: 'summary', title });
  const templates = useQuery<readonly Plan[]>(`/templates?${limitQuery}&${templateQuery}`).value.value ?? [];
  const body = { title, orderBy: 'start_date', orderDirection: 'DESC' };
  const releases = useQuery<ReleasePageResponse>(`/releases/search/page?${limitQuery}`, { body }).value.value;
  return [...folders, ...templates.map(planOption), ...(releases?.releases ?? []).map(planOption)];
}

/** Returns the option of a release or template that the suggestions do not contain; undefined until it is loaded. */
function useUnlistedPlan(id: string, isListed: boolean): Option | undefined {
  const isPlan = id.startsWith('Release') && !isListed;
  const { value } = useQuery<Plan>(isPlan ? `/releases/${id}?comments=false` : null).value;
  return isPlan && value !== undefined && lastSegment(value.id) === id ? planOption(value) : undefined;
}

interface Props {
  /** The id of the selected object; empty for none. */
  readonly value: string;
  readonly change: (id: string) => void;
}

/** A field that selects a folder, template or release by title. */
export function ObjectField({ value, change }: Props) {
  const title = useSignal('');
  const options = useObjects(useDebounced(title.value.trim()));
  const id = lastSegment(value.trim());
  const isListed = options.some(([optionId]) => optionId === id);
  const unlisted = useUnlistedPlan(id, isListed);
  return (
    <>
      <TextField
        label="Search folders, templates and releases"
        type="search"
        value={title.value}
        change={(text) => (title.value = text)}
      />
      <ChoiceField
        label="Object"
        hint="Without an object, global permissions are checked"
        value={id}
        options={[['', t('None')], ...(id === '' || isListed ? [] : [unlisted ?? ([id, id] as const)]), ...options]}
        change={change}
      />
    </>
  );
}
