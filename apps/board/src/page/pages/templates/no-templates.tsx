import type { ReleaseResponse } from '@slipway/api-schema/plans';
import ArrowRight from '~icons/lucide/arrow-right';
import LayoutTemplate from '~icons/lucide/layout-template';
import { mutate } from '../../api/rest.ts';
import { useAction } from '../../components/form-dialog.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useTaskTypes } from '../../live/task-types.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { navigate } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { type Sample, sampleBody, samples } from './samples.ts';

interface Props {
  /** The id of the folder of a new template; empty: the user cannot create templates. */
  readonly folder: string;
}

/** The content of the view without templates: samples that the user can create with one click. */
export function NoTemplates({ folder }: Props) {
  const type = useTaskTypes()?.find(({ plugin }) => plugin === undefined)?.type;
  const { run, refusal, isBusy } = useAction();
  const create = async (sample: Sample, prefix: string): Promise<string> => {
    const path = `/templates?${new URLSearchParams({ folderId: folder })}`;
    const { id } = await mutate<ReleaseResponse>('POST', path, sampleBody(sample, prefix));
    navigate(`/templates/${lastSegment(id)}`);
    return t('Template created');
  };
  return (
    <div class="empty-state">
      <span class="tile">
        <Icon of={LayoutTemplate} size="large" />
      </span>
      <p>
        {folder === ''
          ? t('No templates that you can see. Releases are created from templates.')
          : t('No templates yet. Releases are created from templates.')}
      </p>
      {folder !== '' && type !== undefined && (
        <>
          <h2>Start from a sample</h2>
          <ul class="samples">
            {samples.map((sample) => (
              <li key={sample.title}>
                <button
                  type="button"
                  aria-disabled={isBusy.value ? 'true' : undefined}
                  onClick={() => void run(() => create(sample, type.slice(0, type.lastIndexOf('.'))))}
                >
                  <span>
                    <strong>{sample.title}</strong>
                    <span class="sub">{sample.summary}</span>
                  </span>
                  <Icon of={ArrowRight} />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <Refusal message={refusal.value} />
    </div>
  );
}
