import { useSignal } from '@preact/signals';
import { mutate } from '../../../api/rest.ts';
import { TextField } from '../../../components/fields/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import type { DeploymentRow } from '../data/responses.ts';

/** Returns the title of the release of a deployment, or else its id. */
export const releaseTitle = (row: DeploymentRow): string => row.releaseTitle ?? lastSegment(row.releaseId);

/** The outcome that a user sets; null removes it. */
export type Mark = DeploymentRow['outcome'] | null;

interface MarkTexts {
  readonly title: string;
  readonly submitLabel: string;
}

function textsOf(mark: Mark, title: string): MarkTexts {
  switch (mark) {
    case 'failed':
      return { title: t`Mark the deployment of ${title} as failed`, submitLabel: t('Mark as failed') };
    case 'succeeded':
      return { title: t`Mark the deployment of ${title} as succeeded`, submitLabel: t('Mark as succeeded') };
    case null:
      return { title: t`Remove the mark of ${title}`, submitLabel: t('Remove mark') };
  }
}

interface Props {
  readonly row: DeploymentRow;
  readonly mark: Mark;
  readonly close: () => void;
  readonly onDone: () => Promise<void>;
}

/** A dialog that sets or removes the outcome of a deployment, with a comment. */
export function MarkDialog({ row, mark, close, onDone }: Props) {
  const comment = useSignal('');
  const run = async (): Promise<string> => {
    const text = comment.peek().trim();
    await mutate('PUT', `/insights/deployments/${lastSegment(row.id)}/outcome`, {
      ...(mark !== null && { outcome: mark }),
      ...(text !== '' && { comment: text }),
    });
    await onDone();
    return mark === null ? t('Mark removed') : t('Deployment marked');
  };
  return (
    <FormDialog {...textsOf(mark, releaseTitle(row))} close={close} run={run}>
      <p>
        {mark === null
          ? t('The outcome of the run counts again.')
          : t('The mark counts instead of the outcome of the run, incidents, rollbacks and hotfixes.')}
      </p>
      <TextField label="Comment (optional)" isLong value={comment.value} change={(text) => (comment.value = text)} />
    </FormDialog>
  );
}
