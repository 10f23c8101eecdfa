import { linkTo } from '../../../navigation/base.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns the path to which senders send events. */
export const webhookPath = ({ path }: Fields): string => (typeof path === 'string' ? `/webhooks/${path}` : '');

/** Returns the URL to which senders send events. */
export const webhookAddress = (endpoint: Fields): string =>
  new URL(linkTo(webhookPath(endpoint)), window.location.href).href;

const secretBytes = 32;

/** Generates a random secret of 64 hexadecimal digits. */
export const randomSecret = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(secretBytes)), (entry) => entry.toString(16).padStart(2, '0')).join(
    '',
  );
