import type { MailStateResponse, MailTestResponse } from '@slipway/api-schema/notifications';
import type { Tone } from '../../../components/marks/status.tsx';
import { t } from '../../../navigation/text.ts';

export type MailState = MailStateResponse;
export type SuspendedAddress = MailState['suspendedAddresses'][number];

export const mailPath = '/mail';
export const testPath = '/mail/test';

/** Returns the REST path of the suspension of an address. */
export const suspensionPath = (address: string): string => `/mail/suspended-addresses/${encodeURIComponent(address)}`;

/** Returns the state of the mail server, judged by the last outcomes. */
export function serverState({ configured, lastSuccess, lastError }: MailState): readonly [Tone, string] {
  if (!configured) return ['over', t('Not configured')];
  if (lastError && (!lastSuccess || Date.parse(lastError.at) > Date.parse(lastSuccess.at)))
    return ['failed', t('Last email failed')];
  return lastSuccess ? ['done', t('Last email sent')] : ['idle', t('No email sent yet')];
}

/** Returns how the connection to the mail server is protected. */
export const encryptionText = ({ tls }: MailState): string => (tls ? t('TLS') : t('STARTTLS, if the server offers it'));

/** Returns the result of a test mail as text. */
export const testText = ({ accepted, response, error }: MailTestResponse): string =>
  accepted ? t`The mail server accepted the email: ${response ?? ''}` : (error ?? '');
