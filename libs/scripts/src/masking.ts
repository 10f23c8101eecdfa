import { formsOfSecret } from './secret-forms.ts';
import { maskSplit } from './split-secrets.ts';

/** Shorter ones would mask every other word. */
const shortest = 4;
const mask = '********';

/** Returns a function that masks these secrets in a text, also encoded and split; those of less than 4 characters stay. */
export function masking(secrets: readonly string[]): (text: string) => string {
  const long = secrets.filter((secret) => secret.length >= shortest);
  // The longest first: one may be part of another.
  const forms = [...new Set(long.flatMap(formsOfSecret))].toSorted((one, other) => other.length - one.length);
  return (text) => {
    const whole = forms.reduce(
      (masked, form) => (masked.includes(form) ? masked.replaceAll(form, mask) : masked),
      text,
    );
    return long.reduce((masked, secret) => maskSplit(masked, secret, mask), whole);
  };
}
