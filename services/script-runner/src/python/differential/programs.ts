import { type Chance, chanceOf } from './chance.ts';
import { classProgram } from './classes.ts';
import { collectionProgram } from './collections.ts';
import { flowProgram } from './flow.ts';
import { patternProgram } from './patterns.ts';
import type { Outcome } from './references.ts';
import { textProgram } from './texts.ts';

const kinds: readonly ((chance: Chance) => string)[] = [
  flowProgram,
  textProgram,
  flowProgram,
  classProgram,
  collectionProgram,
  patternProgram,
];

/** Names that mean something in JavaScript, to which Python programs are compiled, and nothing in Python. */
export const foreign = [
  ...['arguments', 'call', 'case', 'const', 'constructor', 'default', 'delete', 'enum', 'export', 'function'],
  ...['hasOwnProperty', 'length', 'name', 'new', 'null', 'prototype', 'static', 'switch', 'this', 'toString'],
  ...['Sk', 'true', 'typeof', 'undefined', 'valueOf', 'var', 'void'],
];

/** A third of the programs with such a name in place of each name of one letter. Prefixes of literals stay, and `%d`. */
function withForeignNames(chance: Chance, program: string): string {
  if (!chance.is(33)) return program;
  const names = new Map<string, string>();
  const words = new Set(program.match(/\w+/g));
  const free = foreign.filter((name) => !words.has(name));
  return program.replace(/(?<![%!\\\w])[a-z]\b(?!['"])/g, (letter) => {
    // an attribute that `getattr` names, too
    if (program.includes(`"${letter}"`) || program.includes(`'${letter}'`)) return letter;
    const known = names.get(letter) ?? chance.pick(free);
    free.splice(free.indexOf(known), names.has(letter) ? 0 : 1);
    names.set(letter, known);
    return known;
  });
}

/**
 * Returns the program of a number: one in six is of each kind, control flow has two. `closes`: for a Python that closes
 * a generator with its last reference.
 */
export function programOf(number: number, closes: boolean): string {
  const kind = kinds[number % kinds.length];
  if (kind === undefined) throw new Error(`there is no program ${number}`);
  const chance = chanceOf(number);
  const program = number % kinds.length === 0 ? flowProgram(chance, closes) : kind(chance);
  return withForeignNames(chance, program);
}

/**
 * What is compared: the output and the class of the exception. Whether a whole number below 2 ** 63 is written with an
 * `L` depends on the Python, and a NullPointerException or a wrong index into an array of Java is a fault of Jython's.
 */
export const comparable = ({ output, error }: Outcome): Outcome | null =>
  /NullPointerException|ArrayIndexOutOfBounds/.test(output)
    ? null
    : { output: output.replace(/([\da-f])L\b/g, '$1'), error };
