import { inLine } from '@slipway/formats';
import type { PluginLack } from '../definitions/type-definition.ts';

/** Of one plugin this many names that it lacks are kept. */
export const mostLacks = 1_000;
/** Names that are warned of each, and the scripts that are named with one. */
const mostNames = 20;
const mostScripts = 3;

const several = (scripts: readonly string[]): string => {
  const named = scripts.slice(0, mostScripts).map(inLine).join(', ');
  return scripts.length <= mostScripts ? named : `${named} and ${scripts.length - mostScripts} more`;
};

/** One message for each name, the most frequent first, up to a limit. */
export function lackWarnings(lacks: readonly PluginLack[]): readonly string[] {
  const byName = [...Map.groupBy(lacks, ({ name }) => name)].toSorted(([, a], [, b]) => b.length - a.length);
  const sentences = byName.slice(0, mostNames).map(([name, all]) => {
    const scripts = several(all.map(({ script }) => script));
    return `'${inLine(name)}' is not there for scripts, since ${all[0]?.reason}: ${scripts}`;
  });
  const left = byName.length - sentences.length;
  return left === 0 ? sentences : [...sentences, `${left} more names are not there for scripts: see its lacks`];
}

/** The share of the runner's limit from which on a warning is given. */
const nearly = 0.8;

/** Warns where the modules of all plugins leave little of the characters that a script runner keeps. */
export const roomWarnings = (characters: number, most: number): readonly string[] =>
  characters < nearly * most
    ? []
    : [
        `the modules of all plugins together have ${characters} characters, and a script runner keeps ${most}: beyond that no script that is not a plugin's can import from them`,
      ];
