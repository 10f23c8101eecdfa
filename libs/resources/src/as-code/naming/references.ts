import { isObject, type Json } from '@slipway/domain';
import type { Members } from '@slipway/formats';
import { readType } from '@slipway/wire';
import type { KnownTypes } from '../../configurations/known-types.ts';

/** The role of a text at its position: the name of a configuration, a value that usually is one, or possibly one. */
export type Standing = 'named' | 'value' | 'perhaps';
/** Takes the place of a text that is left out. */
export const gone = null;
type Change = (text: string, standing: Standing) => string | typeof gone;

/** How types are known: by their definitions, and by the prefix of ours. */
export interface Typed {
  readonly types: Pick<KnownTypes, 'find'>;
  readonly prefix: string;
}

const references: ReadonlySet<string> = new Set(['ci', 'list_of_ci', 'set_of_ci']);

/** What a member of something of a type is. */
function standingOf({ types, prefix }: Typed, type: string, name: string): Standing {
  if (name === 'eventSource') return 'named';
  const own = readType(type, prefix);
  if (!own.includes('.')) return own === 'ReferenceVariable' && name === 'value' ? 'value' : 'perhaps';
  const isOne = types.find(own)?.properties.some((each) => each.name === name && references.has(each.kind));
  return isOne === true ? 'named' : 'perhaps';
}

/** Members of ours that never name a configuration. */
const others: ReadonlySet<string> = new Set(['id', 'type', 'title', 'name', 'description']);

/**
 * The same members with each text changed that names a configuration, or may name one. Nested objects have their own
 * types.
 */
export function changingReferences(members: Members, typed: Typed, change: Change): Members {
  const type = typeof members.type === 'string' ? members.type : '';
  return Object.fromEntries(
    Object.entries(members).map(([name, value]): [string, Json] => {
      if (others.has(name)) return [name, value];
      const standing = standingOf(typed, type, name);
      return [name, changed(value, typed, (text) => change(text, standing))];
    }),
  );

  function changed(value: Json, within: Typed, each: (text: string) => string | typeof gone): Json {
    if (typeof value === 'string') return value === '' ? value : each(value);
    if (Array.isArray(value)) return changedItems(value, within, each);
    return isObject(value) ? changingReferences(value, within, change) : value;
  }

  function changedItems(items: readonly Json[], within: Typed, each: (text: string) => string | typeof gone): Json {
    return items.flatMap((item) => {
      const now = changed(item, within, each);
      return now === gone && item !== gone ? [] : [now];
    });
  }
}

/**
 * The prefix of the title of a configuration at a position where no type declares a reference (compatibility.md, Answers).
 */
export const customPath = 'Configuration/Custom/';

const idForm =
  /^(?:(?:Applications\/(?:Folder\w+\/)*|Configuration\/Custom\/)?(?:Release|Folder|Configuration)[\w-]{1,200})$/;

/** Whether a text would be read as an id, or as one that a variable holds. */
export const isId = (written: string): boolean =>
  written.includes('${') || idForm.test(written) || written.startsWith('Applications/');

/** A path of titles as it is read again: where it would be taken for an id, it begins at the top. */
export const pathAsRead = (titles: readonly string[], isShadowed: boolean): string => {
  const path = titles.join('/');
  return isShadowed || isId(path) || path.startsWith('/') ? `/${path}` : path;
};

/** A configuration by its type and place, where its title alone would mean another. */
const exact = /^(\w[\w.-]{0,199}):\/(.+)$/s;

/** A title with the type before it, and the titles of folders on the way, as it is written; null for a title alone. */
export function exactlyNamed(written: string): { readonly type: string; readonly steps: readonly string[] } | null {
  const [, type = '', path = ''] = exact.exec(written) ?? [];
  return type === '' ? null : { type, steps: path.split('/') };
}

/** The title of a configuration, with its type and place where that would not do. */
export function configurationAsRead(
  { title, type }: { readonly title: string; readonly type: string },
  folder: readonly string[],
  isAlone: boolean,
): string {
  const isPlain = isAlone && !isId(title) && exactlyNamed(title) === null && !title.startsWith('Configuration/');
  return isPlain ? title : `${type}:/${[...folder, title].join('/')}`;
}

/** All ways to read steps as the titles of folders and then the title of a thing, which may have slashes; the longest way first. */
export const waysTo = (steps: readonly string[]): readonly (readonly [readonly string[], string])[] =>
  steps.map((_, index) => [steps.slice(0, steps.length - 1 - index), steps.slice(steps.length - 1 - index).join('/')]);
