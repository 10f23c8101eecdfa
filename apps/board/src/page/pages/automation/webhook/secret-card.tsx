import { useSignal } from '@preact/signals';
import type { ConfigurationResponse } from '@slipway/api-schema/configurations';
import { ActionButton } from '../../../components/controls/action-button.tsx';
import { Lazy } from '../../../components/lazy.tsx';
import { authenticationOf } from '../webhooks/endpoint.ts';

const loadRotation = async () => (await import('./rotate-secret.tsx')).RotateSecret;
const loadRevocation = async () => (await import('./rotate-secret.tsx')).RevokeSecret;

interface Props {
  readonly endpoint: ConfigurationResponse;
  /** The permission that the user lacks to change the endpoint; null: none, undefined: unknown. */
  readonly missingPermission: string | null | undefined;
  readonly refresh: () => Promise<void>;
}

/** Whether the endpoint has the secret; the server sends only a mask. */
const isSet = (secret: unknown): boolean => typeof secret === 'string' && secret !== '';

/** The secret of an endpoint, which can be rotated; nothing for an endpoint without a secret. */
export function SecretCard({ endpoint, missingPermission, refresh }: Props) {
  const opened = useSignal<'rotate' | 'revoke' | null>(null);
  const { type, token, secret, previousToken, previousSecret } = authenticationOf(endpoint);
  const isRotating = [
    ...['events.TokenAuthentication', 'events.ParameterAuthentication'],
    ...['events.SignatureAuthentication', 'events.StandardWebhooksAuthentication'],
  ].includes(type);
  if (!isRotating || !(isSet(token) || isSet(secret))) return null;
  const hasPrevious = isSet(previousToken) || isSet(previousSecret);
  const permission = { missingPermission: missingPermission ?? null, isDisabled: missingPermission === undefined };
  const close = (): void => {
    opened.value = null;
  };
  return (
    <section class="card" aria-labelledby="endpoint-secret">
      <header>
        <h2 id="endpoint-secret">Secret</h2>
      </header>
      <div class="body stack">
        {hasPrevious ? (
          <p>The current and the previous secret are valid. The previous one is valid until you revoke it.</p>
        ) : (
          <p>Only the current secret is valid.</p>
        )}
        <div class="actions">
          <ActionButton {...permission} run={() => (opened.value = 'rotate')}>
            Rotate secret…
          </ActionButton>
          {hasPrevious && (
            <ActionButton {...permission} run={() => (opened.value = 'revoke')}>
              Revoke previous secret…
            </ActionButton>
          )}
        </div>
      </div>
      {opened.value === 'rotate' && <Lazy load={loadRotation} props={{ endpoint, hasPrevious, refresh, close }} />}
      {opened.value === 'revoke' && <Lazy load={loadRevocation} props={{ endpoint, refresh, close }} />}
    </section>
  );
}
