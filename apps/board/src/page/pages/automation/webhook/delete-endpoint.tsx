import { useSignal } from '@preact/signals';
import type { ConfigurationResponse } from '@slipway/api-schema/configurations';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { mutate } from '../../../api/rest.ts';
import { ActionButton } from '../../../components/action-button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { announce } from '../../../navigation/announce.ts';
import { navigate } from '../../../navigation/router.ts';
import { endpointRequestPath } from '../webhooks/endpoint.ts';

interface Props {
  readonly endpoint: ConfigurationResponse;
  /** the permission that is missing */
  readonly missingPermission: string | null;
}

/** The button that deletes an endpoint, with a confirmation. */
export function DeleteEndpoint({ endpoint, missingPermission }: Props) {
  const isConfirming = useSignal(false);
  const refusal = useSignal<DisplayMessage | null>(null);
  const run = async (): Promise<void> => {
    try {
      await mutate('DELETE', endpointRequestPath(endpoint));
      announce(`${endpoint.title} was deleted.`);
      navigate('/automation/webhooks');
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  return (
    <>
      <ActionButton missingPermission={missingPermission} run={() => (isConfirming.value = true)}>
        Delete…
      </ActionButton>
      {isConfirming.value && (
        <ConfirmDialog
          title={`Delete ${endpoint.title}`}
          confirmLabel="Delete for good"
          close={() => (isConfirming.value = false)}
          run={() => void run()}
          refusal={refusal.value}
        >
          Its deliveries are deleted. Triggers that use it stop receiving events.
        </ConfirmDialog>
      )}
    </>
  );
}
