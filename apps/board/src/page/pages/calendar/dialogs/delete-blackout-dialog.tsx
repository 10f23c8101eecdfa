import type { BlackoutResponse } from '@slipway/api-schema/calendar';
import { mutate } from '../../../api/rest.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useAction } from '../../../components/form-dialog.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';

interface Props {
  readonly blackout: BlackoutResponse;
  readonly close: () => void;
  /** Called after the blackout was deleted. */
  readonly onChanged: () => void;
}

/** A confirmation before the deletion of a blackout. */
export function DeleteBlackoutDialog({ blackout: { id, label }, close, onChanged }: Props) {
  const { run, refusal, isBusy } = useAction(close);
  const remove = (): void =>
    void run(async () => {
      await mutate('DELETE', `/calendar/blackouts/${lastSegment(id)}`);
      onChanged();
      return t('Blackout deleted');
    });
  return (
    <ConfirmDialog
      title="Delete blackout"
      confirmLabel="Delete blackout"
      close={close}
      run={remove}
      refusal={refusal.value}
      isDisabled={isBusy.value}
    >
      <b>
        <bdi>{label}</bdi>
      </b>{' '}
      no longer delays tasks.
    </ConfirmDialog>
  );
}
