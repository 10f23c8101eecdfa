import type { Complete, CompletionOption, Completions } from './completion.ts';
import { scriptMethods, scriptNames } from './script-names.ts';

/** The number of typed characters from which names are offered without a request. */
const minTyped = 2;

const startsWith = (text: string, typed: string): boolean => text.toLowerCase().startsWith(typed.toLowerCase());

/** Returns the options that continue the typed text; null if there are none. */
function completionsOf(typed: string, options: readonly CompletionOption[]): Completions | null {
  const matching = options.filter(({ label }) => startsWith(label, typed));
  return matching.length === 0 ? null : { length: typed.length, options: matching };
}

/** Returns the names that continue the last word of a line. */
function completeWord(line: string, names: readonly string[], isRequested: boolean): Completions | null {
  const word = /(?:^|[^\w.$])([A-Za-z]\w*)?$/.exec(line);
  const typed = word?.[1] ?? '';
  if (word === null || (typed.length < minTyped && !isRequested)) return null;
  return completionsOf(
    typed,
    names.map((label) => ({ label })),
  );
}

/** Returns the keys of the variables in a map of scripts. */
function keysOfMap(map: string, keys: readonly string[]): readonly string[] {
  if (map === 'globalVariables') return keys.filter((key) => key.startsWith('global.'));
  if (map === 'folderVariables') return keys.filter((key) => key.startsWith('folder.'));
  return keys.filter((key) => !/^(?:global|folder)\./.test(key));
}

/** Returns the fields of a release that placeholders can contain. */
const releaseFields = ['id', 'title', 'status', 'owner', 'description', 'flagStatus', 'flagComment', 'tags'].map(
  (name) => `release.${name}`,
);

/** Returns the completion of scripts and texts with placeholders: `keys` are the keys of all variables. */
export const completeScript =
  (keys: readonly string[]): Complete =>
  (textBefore, isRequested) => {
    const line = textBefore.slice(textBefore.lastIndexOf('\n') + 1);
    const placeholder = /\$\{([^${}]*)$/.exec(line)?.[1];
    if (placeholder !== undefined)
      return completionsOf(
        placeholder,
        [...keys, ...releaseFields].map((key) => ({ label: key, text: `${key}}` })),
      );
    const [, map, quote, typedKey] = /\b(release|folder|global)Variables\[(["'])([^"']*)$/.exec(line) ?? [];
    if (map !== undefined && quote !== undefined && typedKey !== undefined)
      return completionsOf(
        typedKey,
        keysOfMap(`${map}Variables`, keys).map((key) => ({ label: key, text: `${key}${quote}]` })),
      );
    const [, api, method] = /\b(\w+)\.(\w*)$/.exec(line) ?? [];
    if (api !== undefined && method !== undefined) {
      const methods = Object.hasOwn(scriptMethods, api) ? (scriptMethods[api] ?? '') : '';
      return methods === ''
        ? null
        : completionsOf(
            method,
            methods.split(' ').map((name) => ({ label: name, text: `${name}(` })),
          );
    }
    return completeWord(line, scriptNames, isRequested);
  };

const membersOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];

/** Returns the value at a path of names; undefined if there is none. */
function valueAt(inputs: Inputs, path: string): unknown {
  let value: unknown = inputs;
  for (const name of path.split('.'))
    value = membersOf(value).includes(name) ? new Map(Object.entries(value ?? {})).get(name) : undefined;
  return value;
}

type Inputs = Readonly<Record<string, unknown>>;
const isIdentifier = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);

/**
 * Returns the completion of a script without a release: `inputs` are its inputs with sample values, whose members are
 * offered, too. `names` are its other names.
 */
export const completeInputs =
  (inputs: Inputs, names: readonly string[]): Complete =>
  (textBefore, isRequested) => {
    const line = textBefore.slice(textBefore.lastIndexOf('\n') + 1);
    const [, map, quote, typedKey] = /\b(\w+(?:\.\w+)*)\[(["'])([^"']*)$/.exec(line) ?? [];
    if (map !== undefined && quote !== undefined && typedKey !== undefined)
      return completionsOf(
        typedKey,
        membersOf(valueAt(inputs, map)).map((key) => ({ label: key, text: `${key}${quote}]` })),
      );
    const [, path, member] = /(?<![\w.$])([A-Za-z_]\w*(?:\.\w+)*)\.(\w*)$/.exec(line) ?? [];
    if (path !== undefined && member !== undefined)
      return completionsOf(
        member,
        membersOf(valueAt(inputs, path))
          .filter(isIdentifier)
          .map((label) => ({ label })),
      );
    return completeWord(line, [...Object.keys(inputs), ...names], isRequested);
  };
