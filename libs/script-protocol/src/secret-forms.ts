const base64Of = (bytes: Buffer): readonly string[] => [bytes.toString('base64'), bytes.toString('base64url')];

/** Shorter pieces would be found in what has nothing to do with the secret. */
const minPartLength = 6;

/**
 * The part of a base64 text that depends only on the secret, with `before` bytes before it, modulo 3, and any bytes
 * after it: of `user:secret`, the part that is the same for every user.
 */
function base64Parts(secret: string, before: number): readonly string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
  const [from, to] = [Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3)];
  return base64Of(bytes)
    .map((text) => text.slice(from, to))
    .filter((part) => part.length >= minPartLength);
}

/**
 * Returns how a secret may be written in a text: as it is, reversed, inside JSON, in a URL, in base64 (alone and within a
 * longer text), in hexadecimal digits, as character codes, and in UTF-8 bytes that were read as Latin-1, as headers are.
 */
export function secretForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const address = encodeURIComponent(secret.toWellFormed());
  const lower = address.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase());
  const addresses = [address, lower].flatMap((form) => [form, form.replaceAll('%20', '+')]);
  const hex = bytes.toString('hex');
  const whole = base64Of(bytes).flatMap((form) => [form, form.replace(/=+$/, '')]);
  const inside = [0, 1, 2].flatMap((before) => base64Parts(secret, before));
  const inJson = JSON.stringify(secret).slice(1, -1);
  const characters = [...secret];
  const codes = characters.map((character) => String(character.codePointAt(0) ?? 0));
  const inCodes = [', ', ',', ' '].map((separator) => codes.join(separator));
  const reversed = characters.toReversed().join('');
  return [
    secret,
    reversed,
    ...inCodes,
    inJson,
    bytes.toString('latin1'),
    ...addresses,
    ...whole,
    ...inside,
    hex,
    hex.toUpperCase(),
  ];
}
