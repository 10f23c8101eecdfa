import { placeholder } from '../model/placeholders.ts';
import type { Release } from '../model/release.ts';
import type { ScriptRun, Task } from '../model/task.ts';
import type { VariableType, VariableValue } from '../model/variable.ts';
import type { VariableContext } from '../variables/special-variables.ts';
import { currentValue, variableFor } from '../variables/values.ts';

/** Languages of scripts (compatibility.md, Scripts). */
export type ScriptLanguage = 'python' | 'javascript';

/** How much values may add to one script, in characters. */
const maxInsertedCharacters = 1_000_000;

/**
 * Returns the text of a script with its placeholders replaced, as a runner gets it (script-api.md, Precondition). Texts are
 * inserted as they are, so that authors write the quotes; lists and maps as literals of the language, dates as ISO 8601.
 * Unknown keys stay. Passwords are masks: scripts read them from `releaseVariables`. Throws MissingData.
 */
export function scriptText(
  text: string,
  language: ScriptLanguage,
  release: Release,
  data: VariableContext['env']['data'],
): string {
  const context = { env: { data } };
  let remaining = maxInsertedCharacters;
  return text.replace(placeholder, (whole, rawKey: string) => {
    const key = rawKey.trim();
    const type = variableFor(release, key, context)?.type;
    const value = currentValue(release, key, context);
    if (type === undefined || value === undefined) return whole;
    const inserted = literal(type, value, language);
    remaining -= inserted.length;
    return remaining < 0 ? whole : inserted;
  });
}

function literal(type: VariableType, value: VariableValue, language: ScriptLanguage): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return type === 'DateVariable' ? new Date(value).toISOString() : String(value);
  if (typeof value === 'boolean') return language === 'python' ? pythonWords[`${value}`] : String(value);
  if (value === null) return emptyLiteral(type, language);
  return inPython(JSON.stringify(value), language);
}

const pythonWords = { true: 'True', false: 'False' } as const;

/** A text without a value is an empty one, so that the quotes around it stay what they are. */
function emptyLiteral(type: VariableType, language: ScriptLanguage): string {
  switch (type) {
    case 'StringVariable':
    case 'PasswordStringVariable':
    case 'ReferenceVariable':
    case 'DateVariable':
      return '';
    case 'ListStringVariable':
    case 'SetStringVariable':
      return '[]';
    case 'MapStringStringVariable':
      return '{}';
    case 'BooleanVariable':
    case 'IntegerVariable':
      return language === 'python' ? 'None' : 'null';
  }
}

/** Python 2 strings do not support \\u: the characters that JSON escapes in this way are below 256. */
const inPython = (json: string, language: ScriptLanguage): string =>
  language === 'python' ? json.replace(/\\u00([0-9a-f]{2})/g, '\\x$1') : json;

/** A text that a script is made of, or that its task gives it. */
export interface AuthoredText {
  readonly text: string;
  /** the user who last changed it; null: none is stored */
  readonly author: string | null;
}

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character);

/**
 * Whether a text names a variable literally: its key is in the text, and is no part of a longer name. After a key with a
 * dot, such as `global.a`, a dot continues the name of another variable; after any other it may be a member.
 */
export function namesVariable(text: string, key: string): boolean {
  if (key === '') return false;
  for (let at = text.indexOf(key); at !== -1; at = text.indexOf(key, at + 1)) {
    const [before, after, next] = [text[at - 1], text[at + key.length], text[at + key.length + 1]];
    const continuesName = isWordCharacter(after) || (key.includes('.') && after === '.' && isWordCharacter(next));
    if (!isWordCharacter(before) && !continuesName) return true;
  }
  return false;
}

/** The authors of the texts that name a variable; empty if none does. */
export const authorsNaming = (key: string, texts: readonly AuthoredText[]): readonly (string | null)[] => [
  ...new Set(texts.filter(({ text }) => namesVariable(text, key)).map(({ author }) => author)),
];

/** The author of the script that a task runs for a purpose; null if none is stored. */
export function scriptAuthorOf({ definition }: Task, purpose: ScriptRun['purpose']): string | null {
  const { scriptAuthors, hasAbortScript } = definition;
  // a task without an abort script of its own runs the one of its type
  const authorPurpose = purpose === 'abort' && !hasAbortScript ? 'task' : purpose;
  return scriptAuthors[authorPurpose] ?? null;
}
