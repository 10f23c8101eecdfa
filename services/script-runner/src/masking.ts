/** Shorter ones would mask every other word. */
const shortest = 4;
const mask = '********';

/** How a secret may be written in a text: as it is, inside JSON, in a URL, in base64. */
function formsOf(secret: string): readonly string[] {
  const base64 = Buffer.from(secret).toString('base64');
  const bare = base64.replace(/=+$/, '');
  const url = encodeURIComponent(secret.toWellFormed());
  const hex = Buffer.from(secret).toString('hex');
  const forms = [secret, JSON.stringify(secret).slice(1, -1), base64, bare, Buffer.from(secret).toString('base64url')];
  return [...forms, url, url.replaceAll('%20', '+'), hex];
}

/** Answers what masks every one of these secrets in a text; those of less than 4 characters are let be. */
export function masking(secrets: readonly string[]): (text: string) => string {
  const long = secrets.filter((secret) => secret.length >= shortest);
  // The longest first: one may be part of another.
  const forms = [...new Set(long.flatMap(formsOf))].toSorted((a, b) => b.length - a.length);
  return (text) => forms.reduce((masked, form) => masked.replaceAll(form, mask), text);
}
