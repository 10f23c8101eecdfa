import { useSignal } from '@preact/signals';
import type { ConfigurationResponse } from '@slipway/api-schema/configurations';
import { mutate } from '../../../api/rest.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { CopyField } from '../../../components/fields/copy-field.tsx';
import { useAction } from '../../../components/form-dialog.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import { randomSecret, webhookAddress } from '../events/webhook-address.ts';
import { authenticationOf } from '../webhooks/endpoint.ts';

interface Props {
  readonly endpoint: ConfigurationResponse;
  /** Whether the endpoint accepts a previous secret. */
  readonly hasPrevious: boolean;
  readonly refresh: () => Promise<void>;
  readonly close: () => void;
}

const requestPath = ({ id }: ConfigurationResponse): string =>
  `/webhooks/${encodeURIComponent(lastSegment(id))}/rotate-secret`;

/** Replaces the secret of an endpoint after a confirmation, and shows the new one once. */
export function RotateSecret({ endpoint, hasPrevious, refresh, close }: Props) {
  // One secret for each dialog: a repeated request after a lost response does not rotate twice.
  const secret = useSignal(randomSecret());
  const isRotated = useSignal(false);
  const { run, refusal, isBusy } = useAction();
  const rotate = async (): Promise<string> => {
    await mutate('POST', requestPath(endpoint), { secret: secret.value });
    isRotated.value = true;
    await refresh();
    return t('Secret rotated');
  };
  if (!isRotated.value) {
    return (
      <ConfirmDialog
        title={t`Rotate the secret of ${endpoint.title}?`}
        confirmLabel="Rotate secret"
        close={close}
        run={() => void run(rotate)}
        refusal={refusal.value}
        isDisabled={isBusy.value}
      >
        A new secret is generated and shown once. The current secret stays valid until you revoke it.{' '}
        {hasPrevious && 'The previous secret stops working immediately.'}
      </ConfirmDialog>
    );
  }
  const { type, parameter } = authenticationOf(endpoint);
  const isInUrl = type === 'events.ParameterAuthentication';
  return (
    <Dialog title="New secret" close={close}>
      <CopyField label="Secret. Copy it now; it isn’t shown again." text={secret.value} />
      {isInUrl && (
        <CopyField
          label="URL with the secret"
          text={`${webhookAddress(endpoint)}?${encodeURIComponent(String(parameter))}=${secret.value}`}
        />
      )}
      <p>
        Enter it in the system that sends the events. The old secret has no time limit. When all requests use the new
        one, select Revoke previous secret.
      </p>
      <div class="actions">
        <button type="button" class="main" onClick={close}>
          Done
        </button>
      </div>
    </Dialog>
  );
}

/** Removes the previous secret of an endpoint after a confirmation. */
export function RevokeSecret({ endpoint, refresh, close }: Omit<Props, 'hasPrevious'>) {
  const { run, refusal, isBusy } = useAction(close);
  const revoke = async (): Promise<string> => {
    await mutate('POST', requestPath(endpoint), {});
    await refresh();
    return t('Previous secret revoked');
  };
  return (
    <ConfirmDialog
      title="Revoke the previous secret?"
      confirmLabel="Revoke previous secret"
      close={close}
      run={() => void run(revoke)}
      refusal={refusal.value}
      isDisabled={isBusy.value}
    >
      Requests with the previous secret are rejected from then on. The current secret stays valid.
    </ConfirmDialog>
  );
}
