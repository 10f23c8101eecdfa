import { manualType, taskTypes } from '@slipway/domain';

/** Below this member lie the properties of the tasks of plugins that run scripts (import-formats.md, JSON task shapes). */
export const scriptMember = 'pythonScript';

interface Named {
  readonly name: string;
}
const has = (properties: readonly Named[], name: string) => properties.some((each) => each.name === name);
const small = (word: string): string => `${word.slice(0, 1).toLowerCase()}${word.slice(1)}`;

function wordFor(type: string, properties: readonly Named[]): string {
  if (type === manualType) return 'manual';
  return has(properties, scriptMember) ? 'custom' : small(type.replace(/Task$/, ''));
}

const words = Object.entries(taskTypes)
  .filter(([type]) => !type.includes('.'))
  .map(([type, { properties }]) => [wordFor(type, properties), type] as const);

const byWord: ReadonlyMap<string, string> = new Map(words);

/** Declares a task whose type it names itself. */
export const anyTask = 'task';

/** The type, without prefix, whose tasks a word declares; null: none of ours. */
export const typeDeclaredBy = (word: string): string | null => byWord.get(word) ?? null;

/** Whether tasks of this type, without prefix, make releases: what they are made from is written by its path. */
export const createsReleases = (type: string): boolean =>
  Object.entries(taskTypes).some(([name, { properties }]) => name === type && has(properties, 'templateId'));
