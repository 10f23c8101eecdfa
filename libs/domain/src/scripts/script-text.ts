import { placeholder } from '../model/placeholders.ts';
import type { ScriptRun, Task } from '../model/task.ts';
import type { VariableType, VariableValue } from '../model/variable.ts';
import type { ValueSource, VariableContext } from '../variables/special-variables.ts';
import { currentValue, variableFor } from '../variables/values.ts';

/** The languages of scripts (compatibility.md, Scripts). */
export type ScriptLanguage = 'python' | 'javascript';

/** The maximum number of characters that values can add to one script. */
const maxInsertedCharacters = 1_000_000;

/**
 * Returns the text of a script for a runner, with its placeholders replaced (script-api.md, Precondition). Texts are
 * inserted without quotes, which authors write themselves. Lists and maps become literals of the language, and dates
 * become ISO 8601. Placeholders of unknown keys are not replaced. Passwords become masks: scripts read them from
 * `releaseVariables`. Throws MissingData.
 */
export function scriptText(
  text: string,
  language: ScriptLanguage,
  release: ValueSource,
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

/** A text without a value is inserted as an empty text, so that quotes around it stay balanced. */
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

/** Python 2 byte strings do not support \\u. The characters that JSON escapes in this way are below 256. */
const inPython = (json: string, language: ScriptLanguage): string =>
  language === 'python' ? json.replace(/\\u00([0-9a-f]{2})/g, '\\x$1') : json;

/** A text of a script, or an input text of its task. */
export interface AuthoredText {
  readonly text: string;
  /** The user who last changed the text; null if not stored. */
  readonly author: string | null;
}

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character);

/**
 * Whether a text contains the key of a variable that is not part of a longer name. A dot after a key with a dot, such
 * as `global.a`, continues the name of another variable. A dot after any other key may access a member.
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

/** Returns the authors of the texts that contain the key of a variable. */
export const authorsNaming = (key: string, texts: readonly AuthoredText[]): readonly (string | null)[] => [
  ...new Set(texts.filter(({ text }) => namesVariable(text, key)).map(({ author }) => author)),
];

/** Returns the author of the script that a task runs for a purpose; null if not stored. */
export function scriptAuthorOf({ definition }: Task, purpose: ScriptRun['purpose']): string | null {
  const { scriptAuthors, hasAbortScript } = definition;
  // A task without its own abort script runs the abort script of its type.
  const authorPurpose = purpose === 'abort' && !hasAbortScript ? 'task' : purpose;
  return scriptAuthors[authorPurpose] ?? null;
}
