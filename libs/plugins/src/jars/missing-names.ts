import { toSingleLine } from '@slipway/formats';
import type { MissingName } from '../definitions/type-definition.ts';

/** Of one plugin this many names that it lacks are kept. */
export const maxMissingNames = 1_000;
/** Names that are warned of each, and the scripts that are named with one. */
const maxNames = 20;
const maxScripts = 3;

const listScripts = (scripts: readonly string[]): string => {
  const named = scripts.slice(0, maxScripts).map(toSingleLine).join(', ');
  return scripts.length <= maxScripts ? named : `${named} and ${scripts.length - maxScripts} more`;
};

/** One message for each name, the most frequent first, up to a limit. */
export function missingNameWarnings(missingNames: readonly MissingName[]): readonly string[] {
  const byName = [...Map.groupBy(missingNames, ({ name }) => name)].toSorted(([, a], [, b]) => b.length - a.length);
  const messages = byName.slice(0, maxNames).map(([name, all]) => {
    const scripts = listScripts(all.map(({ script }) => script));
    return `'${toSingleLine(name)}' is not there for scripts, since ${all[0]?.reason}: ${scripts}`;
  });
  const remaining = byName.length - messages.length;
  return remaining === 0 ? messages : [...messages, `${remaining} more names are not there for scripts: see its lacks`];
}

/** The share of the runner's limit from which on a warning is given. */
const warnRatio = 0.8;

/** Warns where the modules of all plugins leave little of the characters that a script runner keeps. */
export const moduleCapacityWarnings = (characters: number, limit: number): readonly string[] =>
  characters < warnRatio * limit
    ? []
    : [
        `the modules of all plugins together have ${characters} characters, and a script runner keeps ${limit}: beyond that no script that is not a plugin's can import from them`,
      ];
