import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { TemplateField } from '../../components/references/template-field.tsx';
import { useQuery } from '../../live/queries.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { t } from '../../navigation/text.ts';

/** A selected template, with a button that removes it. */
function SelectedTemplate({ id, remove }: { readonly id: string; readonly remove: () => void }) {
  const { value } = useQuery<Pick<ReleaseResponse, 'title'>>(`/templates/${lastSegment(id)}`);
  const title = value.value?.title ?? lastSegment(id);
  return (
    <li class="row">
      <bdi class="cut">{title}</bdi>
      <button type="button" class="quiet small" aria-label={t`Remove ${title}`} onClick={remove}>
        Remove
      </button>
    </li>
  );
}

interface Props {
  readonly ids: readonly string[];
  readonly change: (ids: readonly string[]) => void;
}

/** The selected templates, and a field that adds one. */
export const TemplatesField = ({ ids, change }: Props) => (
  <>
    {ids.length > 0 && (
      <ul class="files">
        {ids.map((id) => (
          <SelectedTemplate key={id} id={id} remove={() => change(ids.filter((other) => other !== id))} />
        ))}
      </ul>
    )}
    <TemplateField
      text=""
      none={t('Add a template')}
      change={(id) => {
        if (id !== '' && !ids.includes(id)) change([...ids, id]);
      }}
    />
  </>
);
