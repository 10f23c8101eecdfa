import { formsOfSecret } from './secret-forms.ts';

/** Shorter ones would mask every other word. */
const shortest = 4;
const mask = '********';

/** Answers what masks every one of these secrets in a text; those of less than 4 characters are let be. */
export function masking(secrets: readonly string[]): (text: string) => string {
  const long = secrets.filter((secret) => secret.length >= shortest);
  // The longest first: one may be part of another.
  const forms = [...new Set(long.flatMap(formsOfSecret))].toSorted((one, other) => other.length - one.length);
  return (text) =>
    forms.reduce((masked, form) => (masked.includes(form) ? masked.replaceAll(form, mask) : masked), text);
}
