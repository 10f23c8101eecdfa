import { useSignal } from '@preact/signals';
import type { ConfigurationResponse } from '@slipway/api-schema/configurations';
import Plus from '~icons/lucide/plus';
import { mutate } from '../../../api/rest.ts';
import { ActionButton, MissingPermissions } from '../../../components/controls/action-button.tsx';
import { useAction } from '../../../components/form-dialog.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { useAllowedFolders } from '../../../live/folders.ts';
import { t } from '../../../navigation/text.ts';
import { SenderGuide } from '../events/sender-guide.tsx';
import type { Sender } from '../events/senders.ts';
import { randomSecret, webhookAddress } from '../events/webhook-address.ts';

/** The number of characters that make the path of an endpoint unique. */
const suffixLength = 8;

/** Returns the request that creates the endpoint of a sender with this secret. */
function endpointBody({ id, title, path, authentication, deduplicationKey }: Sender, secret: string) {
  const { type, properties } = authentication;
  const secretName = type === 'events.SignatureAuthentication' ? 'secret' : 'token';
  const suffix = randomSecret().slice(0, suffixLength);
  return {
    ...{ type: 'events.PostWebhookEndpoint', title: `${title} ${suffix}`, path: `${path}/${suffix}`, sender: id },
    authentication: { type, ...properties, [secretName]: secret },
    ...(deduplicationKey !== undefined && { deduplicationKey }),
  };
}

interface Props {
  readonly sender: Sender;
  /** Whether to offer a new endpoint, because the selected one is not of this sender. */
  readonly isOffered: boolean;
  readonly onCreated: (id: string) => void;
}

/** A button that creates an endpoint for a sender. Then it shows the URL and the secret to enter there, once. */
export function NewSenderEndpoint({ sender, isOffered, onCreated }: Props) {
  const created = useSignal<{ readonly address: string; readonly secret: string } | null>(null);
  const { run, refusal, isBusy } = useAction();
  const { isLoaded, isAtTop, folders, missingPermission } = useAllowedFolders('changeConfigurations');
  const create = async (): Promise<string> => {
    const secret = randomSecret();
    const folderId = isAtTop ? undefined : folders[0]?.id;
    const body = { ...endpointBody(sender, secret), ...(folderId !== undefined && { folderId }) };
    const endpoint = await mutate<ConfigurationResponse>('POST', '/config', body);
    created.value = { address: webhookAddress(endpoint), secret };
    onCreated(endpoint.id);
    return t('Webhook endpoint created');
  };
  if (created.value !== null) return <SenderGuide sender={sender} {...created.value} />;
  if (!isOffered) return null;
  return (
    <div class="stack">
      <p class="why">Select an endpoint of this sender as the event source, or create one with a new secret.</p>
      <div>
        <ActionButton
          missingPermission={missingPermission}
          isDisabled={!isLoaded || isBusy.value}
          run={() => void run(create)}
        >
          <Icon of={Plus} />
          Create endpoint
        </ActionButton>
      </div>
      <MissingPermissions names={[missingPermission]} />
      <Refusal message={refusal.value} />
    </div>
  );
}
