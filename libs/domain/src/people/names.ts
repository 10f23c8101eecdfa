import { message } from '../messages/message.ts';
import { globalPermissions } from '../model/catalogs/permissions.ts';
import { Invalid } from '../model/errors.ts';

/** The maximum length of usernames, role names and passwords, in characters (permissions.md, Users). */
const maxLength = 255;
/** The maximum length of a group name, which can be a complete distinguished name. */
const maxPrincipalLength = 1_000;

const isName = (name: string, max: number): boolean =>
  name.trim() !== '' && name.length <= max && !/\p{Cc}|\p{Cs}/u.test(name);

/** Invisible characters, which could make two names look equal, and separators in `Basic` credentials and paths. */
const invalidCharacters = /\p{Cc}|\p{Cf}|\p{Cs}|[/:]/u;
/** Names that look like a token (`rpa_`), the name of the product in logs (`SYSTEM`), and path segments (`.`, `..`). */
const reservedNames = /^(?:rpa_.*|system|\.{1,2})$/i;

/**
 * Whether JavaScript and PostgreSQL convert a name to the same lower case. JavaScript converts a word as a whole (a
 * final Σ), PostgreSQL each letter. Otherwise two names could be one user here and two users there.
 */
const hasOneLowerCase = (name: string): boolean => {
  const letters = [...name].map((letter) => letter.toLowerCase());
  return letters.join('') === name.toLowerCase() && letters.every((letter) => [...letter].length === 1);
};

/** Sets of scripts that are written together. Letters of different sets can look alike; those of one set do not. */
const scriptGroups: readonly RegExp[] = [
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}]*$/u,
  ...['Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Ethiopic', 'Cherokee'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...['Thai', 'Lao', 'Tibetan', 'Myanmar', 'Khmer', 'Mongolian', 'Canadian_Aboriginal'],
].map((script) => (typeof script === 'string' ? new RegExp(`^\\p{Script=${script}}*$`, 'u') : script));

/**
 * Whether a name cannot be mistaken for another one. No letter is a variant of another, such as a full-width letter,
 * blanks are single spaces, and all letters belong to one set of scripts (RFC 8265, UsernameCaseMapped; Unicode TS 39).
 */
function isUnmistakable(name: string): boolean {
  if (name !== name.normalize('NFKC') || / {2}|[^\S ]/u.test(name)) return false;
  const letters = [...name].filter((letter) => /\p{L}/u.test(letter) && !/\p{Script=Common}/u.test(letter)).join('');
  return scriptGroups.some((group) => group.test(letters));
}

/** Validates the name of a new user. Throws Invalid. */
export function requireUsername(name: string): void {
  const isPlain = name === name.trim() && isComparable(name) && isUnmistakable(name);
  if (isName(name, maxLength) && isPlain && !invalidCharacters.test(name) && !reservedNames.test(name)) return;
  throw new Invalid(message('user.badName', { max: maxLength }));
}

/**
 * Letters that look like a Latin letter in lower or upper case, in the order of these Latin letters (Unicode TS 39).
 */
const lookAlikeScripts = [
  { letters: 'авсԁенһіјкморԛѕтуѵԝх', latin: 'abcdehhijkmopqstyvwx' },
  { letters: 'αβεηικμνορτυχγζ', latin: 'abenikmvoptuxyz' },
].map(({ letters, latin }) => ({ letters: [...letters], latin: [...latin] }));

/** Returns a name with each letter replaced, or null if a letter has no counterpart. */
function replaceLetters(name: string, from: readonly string[], to: readonly string[]): string | null {
  let result = '';
  for (const letter of name) {
    const counterpart = /\p{L}/u.test(letter) ? to[from.indexOf(letter)] : letter;
    if (counterpart === undefined) return null;
    result += counterpart;
  }
  return result;
}

/**
 * Returns the names in other scripts that look like a name as a whole, in lower case: `сора` in Cyrillic letters looks
 * like `copa` in Latin letters. Names that mix scripts are rejected earlier.
 */
export function lookAlikesOf(username: string): readonly string[] {
  const name = username.toLowerCase();
  const latin =
    lookAlikeScripts
      .map(({ letters, latin: to }) => replaceLetters(name, letters, to))
      .find((candidate) => candidate !== null) ?? name;
  const lookAlikes = lookAlikeScripts.map(({ letters, latin: from }) => replaceLetters(latin, from, letters));
  return [...new Set([latin, ...lookAlikes])]
    .filter((candidate) => candidate !== null && candidate !== name)
    .map(String);
}

/**
 * Validates a password. Control characters are rejected, because logins cannot transmit them. Throws Invalid, without
 * the password in the message.
 */
export function requirePassword(password: string, minLength: number): void {
  const count = [...password].length;
  if (count >= minLength && count <= maxLength && !/[\p{Cc}\p{Cs}\uFFFD]/u.test(password)) return;
  throw new Invalid(message('user.badPassword', { min: minLength, max: maxLength }));
}

/** Whether all case-insensitive comparisons of a name have the same result. */
const isComparable = (name: string): boolean => name === name.normalize('NFC') && hasOneLowerCase(name);

/** Validates the name of a role. Throws Invalid. */
export function requireRoleName(name: string): void {
  if (isName(name, maxLength) && isComparable(name)) return;
  throw new Invalid(message('role.badName', { max: maxLength }));
}

/**
 * Validates the principals of a role. Unknown names are allowed, because they can be groups of an external login.
 * Throws Invalid.
 */
export function requirePrincipals(names: readonly string[]): void {
  if (names.every((name) => isName(name, maxPrincipalLength) && isComparable(name))) return;
  throw new Invalid(message('role.badPrincipals', { max: maxPrincipalLength }));
}

const globalNames: ReadonlySet<string> = new Set(globalPermissions);

/** Throws Invalid for a permission that roles cannot have. */
export function requireGlobal(permissions: readonly string[]): void {
  const unknown = permissions.find((candidate) => !globalNames.has(candidate));
  if (unknown !== undefined) throw new Invalid(message('permission.unknown', { permission: unknown }));
}
