import { classProgram } from './classes.ts';
import { collectionProgram } from './collections.ts';
import { flowProgram } from './flow.ts';
import { patternProgram } from './patterns.ts';
import { createRandomChoices, type RandomChoices } from './random-choices.ts';
import type { Outcome } from './references.ts';
import { textProgram } from './texts.ts';

const kinds: readonly ((random: RandomChoices) => string)[] = [
  flowProgram,
  textProgram,
  flowProgram,
  classProgram,
  collectionProgram,
  patternProgram,
];

/** Names that mean something in JavaScript, to which Python programs are compiled, and nothing in Python. */
export const foreignNames = [
  ...['arguments', 'call', 'case', 'const', 'constructor', 'default', 'delete', 'enum', 'export', 'function'],
  ...['hasOwnProperty', 'length', 'name', 'new', 'null', 'prototype', 'static', 'switch', 'this', 'toString'],
  ...['Sk', 'true', 'typeof', 'undefined', 'valueOf', 'var', 'void'],
];

/** A third of the programs with such a name in place of each name of one letter. Prefixes of literals stay, and `%d`. */
function withForeignNames(random: RandomChoices, program: string): string {
  if (!random.is(33)) return program;
  const names = new Map<string, string>();
  const words = new Set(program.match(/\w+/g));
  const freeNames = foreignNames.filter((name) => !words.has(name));
  return program.replace(/(?<![%!\\\w])[a-z]\b(?!['"])/g, (letter) => {
    // an attribute that `getattr` names, too
    if (program.includes(`"${letter}"`) || program.includes(`'${letter}'`)) return letter;
    const replacement = names.get(letter) ?? random.pick(freeNames);
    freeNames.splice(freeNames.indexOf(replacement), names.has(letter) ? 0 : 1);
    names.set(letter, replacement);
    return replacement;
  });
}

/**
 * Returns the program of a number: one in six is of each kind, control flow has two. `closes`: for a Python that closes
 * a generator with its last reference.
 */
export function programOf(number: number, closes: boolean): string {
  const kind = kinds[number % kinds.length];
  if (kind === undefined) throw new Error(`there is no program ${number}`);
  const random = createRandomChoices(number);
  const program = number % kinds.length === 0 ? flowProgram(random, closes) : kind(random);
  return withForeignNames(random, program);
}

/**
 * What is compared: the output and the class of the exception. Whether a whole number below 2 ** 63 is written with an
 * `L` depends on the Python, and a NullPointerException or a wrong index into an array of Java is a fault of Jython's.
 */
export const comparable = ({ output, error }: Outcome): Outcome | null =>
  /NullPointerException|ArrayIndexOutOfBounds/.test(output)
    ? null
    : { output: output.replace(/([\da-f])L\b/g, '$1'), error };
