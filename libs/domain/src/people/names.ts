import { message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { globalPermissions } from '../model/permissions.ts';

/** In characters, of the names of users and roles, and of passwords (permissions.md, Users). */
const maxLength = 255;
/** Of the name of a group, which may be a whole path in a directory. */
const maxPrincipalLength = 1_000;

const isName = (name: string, max: number): boolean =>
  name.trim() !== '' && name.length <= max && !/\p{Cc}|\p{Cs}/u.test(name);

/**
 * Invisible characters, with which two names would look equal, and characters that separate names in `Basic` and in
 * paths.
 */
const invalidCharacters = /\p{Cc}|\p{Cf}|\p{Cs}|[/:]/u;
/** What begins like a token would be taken for one; the product itself speaks as `SYSTEM`; the others are steps in a path. */
const reservedNames = /^(?:rpa_.*|system|\.{1,2})$/i;

/**
 * Whether a name has the same lower case everywhere. JavaScript converts a word as a whole (a final Σ), PostgreSQL
 * each letter. Otherwise two names would be one user here and two there.
 */
const hasOneLowerCase = (name: string): boolean => {
  const letters = [...name].map((letter) => letter.toLowerCase());
  return letters.join('') === name.toLowerCase() && letters.every((letter) => [...letter].length === 1);
};

/** Sets of scripts that are written together. A letter of one looks like a letter of another only across sets. */
const scriptGroups: readonly RegExp[] = [
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}]*$/u,
  ...['Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Ethiopic', 'Cherokee'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...['Thai', 'Lao', 'Tibetan', 'Myanmar', 'Khmer', 'Mongolian', 'Canadian_Aboriginal'],
].map((script) => (typeof script === 'string' ? new RegExp(`^\\p{Script=${script}}*$`, 'u') : script));

/**
 * Whether a name cannot look like another one: no letter is a variant of another, such as a full-width one, blanks are
 * single spaces, and all letters are of scripts that are written together (RFC 8265, UsernameCaseMapped; Unicode TS 39).
 */
function isUnmistakable(name: string): boolean {
  if (name !== name.normalize('NFKC') || / {2}|[^\S ]/u.test(name)) return false;
  const letters = [...name].filter((letter) => /\p{L}/u.test(letter) && !/\p{Script=Common}/u.test(letter)).join('');
  return scriptGroups.some((group) => group.test(letters));
}

/** Holds the name of a new user against the rules. Throws Invalid. */
export function requireUsername(name: string): void {
  const isPlain = name === name.trim() && isComparable(name) && isUnmistakable(name);
  if (isName(name, maxLength) && isPlain && !invalidCharacters.test(name) && !reservedNames.test(name)) return;
  throw new Invalid(message('user.badName', { max: maxLength }));
}

/** Letters of a script, each above the Latin one that it looks like in one of its cases (Unicode TS 39). */
const lookAlikeScripts = [
  { letters: 'авсԁенһіјкморԛѕтуѵԝх', latin: 'abcdehhijkmopqstyvwx' },
  { letters: 'αβεηικμνορτυχγζ', latin: 'abenikmvoptuxyz' },
].map(({ letters, latin }) => ({ letters: [...letters], latin: [...latin] }));

/** The name with each letter replaced, or null where a letter of it has no counterpart. */
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
 * The names in other scripts that look like a name as a whole, in lower case: `сора` in Cyrillic letters is `copa` in Latin
 * ones. A name of letters that mix scripts is refused before.
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

/** Holds a password against the rules; no login could carry a control character. Throws Invalid, which does not show it. */
export function requirePassword(password: string, minLength: number): void {
  const count = [...password].length;
  if (count >= minLength && count <= maxLength && !/[\p{Cc}\p{Cs}\uFFFD]/u.test(password)) return;
  throw new Invalid(message('user.badPassword', { min: minLength, max: maxLength }));
}

/** Whether a name is the same to all who compare it in any letter case. */
const isComparable = (name: string): boolean => name === name.normalize('NFC') && hasOneLowerCase(name);

/** Holds the name of a role against the rules. Throws Invalid. */
export function requireRoleName(name: string): void {
  if (isName(name, maxLength) && isComparable(name)) return;
  throw new Invalid(message('role.badName', { max: maxLength }));
}

/** Holds the principals of a role against the rules: unknown ones may be groups of a login. Throws Invalid. */
export function requirePrincipals(names: readonly string[]): void {
  if (names.every((name) => isName(name, maxPrincipalLength) && isComparable(name))) return;
  throw new Invalid(message('role.badPrincipals', { max: maxPrincipalLength }));
}

const globalNames: ReadonlySet<string> = new Set(globalPermissions);

/** Holds the permissions of a role against those that there are. Throws Invalid. */
export function requireGlobal(permissions: readonly string[]): void {
  const unknown = permissions.find((candidate) => !globalNames.has(candidate));
  if (unknown !== undefined) throw new Invalid(message('permission.unknown', { permission: unknown }));
}
