import { useSignal } from '@preact/signals';
import type { FolderResponse } from '@slipway/api-schema/folders';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/fields/field.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useDebounced, useLatest } from '../../live/queries.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { t } from '../../navigation/text.ts';
import { NoTemplates, TemplateLinks, type TemplateSummary } from './first-steps.tsx';

/** The maximum number of suggested templates. The user narrows them by typing a part of the title. */
const maxSuggestions = 20;
const topics: readonly Topic[] = ['list=templates'];

interface Props {
  /** The folder of the offered templates; absent: all templates. */
  readonly folder?: Pick<FolderResponse, 'id' | 'title'>;
  /** The planned start in the form, as a `datetime-local` value; absent: none. */
  readonly start?: string;
  readonly close: () => void;
}

/** A dialog that selects the template of a new release and opens its form. */
export function NewReleaseDialog({ folder, start, close }: Props) {
  const title = useSignal('');
  const query = new URLSearchParams({
    view: 'summary',
    resultsPerPage: String(maxSuggestions),
    title: useDebounced(title.value.trim()),
    ...(folder && { folderId: folder.id }),
  });
  const { value, refusal } = useLatest<readonly TemplateSummary[]>(`/templates?${query}`, topics);
  return (
    <Dialog title={folder ? t`New release in ${folder.title}` : t('New release')} close={close}>
      <TextField label="Search templates" type="search" value={title.value} change={(text) => (title.value = text)} />
      <Refusal message={refusal.value} />
      {value && value.length > 0 && <TemplateLinks templates={value} start={start} />}
      {value?.length === 0 && title.value.trim() === '' && folder === undefined && <NoTemplates />}
      {value?.length === 0 && (title.value.trim() !== '' || folder !== undefined) && (
        <p class="empty">No templates match</p>
      )}
    </Dialog>
  );
}
