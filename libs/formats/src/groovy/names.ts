import { manualType, taskTypes } from '@slipway/domain/model';

/** The member that contains the properties of tasks with a plugin script (file-formats.md, JSON task shapes). */
export const scriptMember = 'pythonScript';

interface NamedObject {
  readonly name: string;
}
const has = (properties: readonly NamedObject[], name: string) => properties.some((property) => property.name === name);
const decapitalize = (word: string): string => `${word.slice(0, 1).toLowerCase()}${word.slice(1)}`;

function declarationWordOf(type: string, properties: readonly NamedObject[]): string {
  if (type === manualType) return 'manual';
  return has(properties, scriptMember) ? 'custom' : decapitalize(type.replace(/Task$/, ''));
}

const typeWords = Object.entries(taskTypes)
  .filter(([type]) => !type.includes('.'))
  .map(([type, { properties }]) => [declarationWordOf(type, properties), type] as const);

const byWord: ReadonlyMap<string, string> = new Map(typeWords);
const byType: ReadonlyMap<string, string> = new Map(typeWords.map(([word, type]) => [type, word]));

/** The word that declares a task with its type as a member. */
export const genericTaskWord = 'task';

/** Returns the built-in task type of a word, without prefix, or null for another word. */
export const typeOfWord = (word: string): string | null => byWord.get(word) ?? null;

/** Returns the word that declares tasks of a type. Built-in types have no prefix. */
export const wordOfType = (type: string): string => byType.get(type) ?? genericTaskWord;

/** Whether tasks of this type, without prefix, create releases. Their template is written as a path. */
export const createsReleases = (type: string): boolean =>
  Object.entries(taskTypes).some(([name, { properties }]) => name === type && has(properties, 'templateId'));

/** Reserved words, which require quotes as names. */
const reserved = new Set(
  `abstract as assert boolean break byte case catch char class const continue def default do double else enum extends
  false final finally float for goto if implements import in instanceof int interface long native new null package
  private protected public return short static super switch synchronized this threadsafe throw throws trait transient
  true try var void volatile while`.split(/\s+/),
);

/** Whether a name needs no quotes. A capitalized name would be resolved as a type. */
export const isPlainName = (name: string): boolean => /^[a-z_][A-Za-z0-9_]*$/.test(name) && !reserved.has(name);
