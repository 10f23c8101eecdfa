import { placeholder } from '../model/placeholders.ts';
import type { Release } from '../model/release.ts';
import type { Variable, VariableType, VariableValue } from '../model/variable.ts';
import { currentValue, isShared, ownVariable } from '../variables/values.ts';

/** Languages of scripts (decisions.md, Scripts). */
export type ScriptLanguage = 'python' | 'javascript';

/** How much values may add to one script, in characters. */
const mostFilling = 1_000_000;

/**
 * The text of a script with its placeholders replaced, as it is handed to a runner (scripts.md, Precondition): texts
 * come in raw, so that authors put the quotes; lists and maps come in as literals of the language, dates as ISO 8601.
 * What names no variable stays. Passwords are masks here: scripts read them from `releaseVariables`.
 */
export function scriptText(
  text: string,
  language: ScriptLanguage,
  release: Release,
  shared: ReadonlyMap<string, Variable>,
): string {
  const knowing = { env: { world: { variables: shared } } };
  let room = mostFilling;
  return text.replace(placeholder, (whole, written: string) => {
    const key = written.trim();
    const type = (isShared(key) ? shared.get(key) : ownVariable(release, key))?.type;
    const value = currentValue(release, key, knowing);
    if (type === undefined || value === undefined) return whole;
    const filling = literal(type, value, language);
    room -= filling.length;
    return room < 0 ? whole : filling;
  });
}

function literal(type: VariableType, value: VariableValue, language: ScriptLanguage): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return type === 'DateVariable' ? new Date(value).toISOString() : String(value);
  if (typeof value === 'boolean') return language === 'python' ? pythonWords[`${value}`] : String(value);
  if (value === null) return emptyOf(type, language);
  return inPython(JSON.stringify(value), language);
}

const pythonWords = { true: 'True', false: 'False' } as const;

/** A text without a value is an empty one, so that the quotes around it stay what they are. */
function emptyOf(type: VariableType, language: ScriptLanguage): string {
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

/** Texts of Python 2 know no \\u: what JSON escapes so is below 256. */
const inPython = (json: string, language: ScriptLanguage): string =>
  language === 'python' ? json.replace(/\\u00([0-9a-f]{2})/g, '\\x$1') : json;
