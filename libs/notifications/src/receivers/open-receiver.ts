import type { Instant } from '@slipway/domain/model';
import type { ReceiverFormat } from '@slipway/domain/notification-choices';
import { type Seal, subscriptionPurpose } from '@slipway/persistence/secrets';
import { LRUCache } from 'lru-cache';
import type { Receiver, ReceiverKind } from './receiver.ts';

/** A receiver as stored, with its address and secrets encrypted. */
interface SealedReceiver {
  readonly id: string;
  readonly kind: ReceiverKind;
  readonly format: ReceiverFormat;
  readonly url: string;
  readonly secret: string | null;
  readonly previousSecret: string | null;
  readonly previousSecretUntil: Instant | null;
}

/** Decrypts the address and the secrets that sign now. */
export function openReceiver(seal: Pick<Seal, 'open'>, stored: SealedReceiver, now: Instant): Receiver {
  const { id, kind, format, url, secret, previousSecret, previousSecretUntil } = stored;
  const isRotating = previousSecretUntil !== null && previousSecretUntil > now;
  const sealedSecrets = [secret, isRotating ? previousSecret : null].filter((text) => text !== null);
  return {
    id,
    kind,
    format,
    url: seal.open(subscriptionPurpose(id, 'url'), url),
    secrets: sealedSecrets.map((text) => seal.open(subscriptionPurpose(id, 'secret'), text)),
  };
}

const maxOpened = 256;

/** Returns a function that decrypts each receiver once, until its address or its secrets change. */
export function createReceiverOpener(seal: Pick<Seal, 'open'>) {
  const opened = new LRUCache<string, Receiver>({ max: maxOpened });
  return (stored: SealedReceiver, now: Instant): Receiver => {
    const { id, kind, format, url, secret, previousSecret, previousSecretUntil } = stored;
    const isRotating = previousSecretUntil !== null && previousSecretUntil > now;
    const key = JSON.stringify([id, kind, format, url, secret, isRotating ? previousSecret : null]);
    const known = opened.get(key) ?? openReceiver(seal, stored, now);
    opened.set(key, known);
    return known;
  };
}
