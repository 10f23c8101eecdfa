import { secretForms } from './secret-forms.ts';
import { maskSplit } from './split-secrets.ts';

/** Shorter ones would mask every other word. */
const minSecretLength = 4;
const mask = '********';

/** Returns a function that masks these secrets in a text, also encoded and split; those of less than 4 characters stay. */
export function createMask(secrets: readonly string[]): (text: string) => string {
  const longSecrets = secrets.filter((secret) => secret.length >= minSecretLength);
  // The longest first: one may be part of another.
  const forms = [...new Set(longSecrets.flatMap(secretForms))].toSorted((a, b) => b.length - a.length);
  return (text) => {
    const maskedForms = forms.reduce(
      (masked, form) => (masked.includes(form) ? masked.replaceAll(form, mask) : masked),
      text,
    );
    return longSecrets.reduce((masked, secret) => maskSplit(masked, secret, mask), maskedForms);
  };
}
