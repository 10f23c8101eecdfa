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

/** Reserved or global names of JavaScript, the target language of the compiler, that are ordinary names in Python. */
export const foreignNames = [
  ...['arguments', 'call', 'case', 'const', 'constructor', 'default', 'delete', 'enum', 'export', 'function'],
  ...['hasOwnProperty', 'length', 'name', 'new', 'null', 'prototype', 'static', 'switch', 'this', 'toString'],
  ...['Sk', 'true', 'typeof', 'undefined', 'valueOf', 'var', 'void'],
];

/**
 * Returns the program unchanged, or in a third of the cases with such a name for each name of one letter. Prefixes of
 * literals and formats such as `%d` stay.
 */
function withForeignNames(random: RandomChoices, program: string): string {
  if (!random.is(33)) return program;
  const names = new Map<string, string>();
  const words = new Set(program.match(/\w+/g));
  const freeNames = foreignNames.filter((name) => !words.has(name));
  return program.replace(/(?<![%!\\\w])[a-z]\b(?!['"])/g, (letter) => {
    // an attribute that `getattr` also uses
    if (program.includes(`"${letter}"`) || program.includes(`'${letter}'`)) return letter;
    const replacement = names.get(letter) ?? random.pick(freeNames);
    freeNames.splice(freeNames.indexOf(replacement), names.has(letter) ? 0 : 1);
    names.set(letter, replacement);
    return replacement;
  });
}

/**
 * Returns the program with this number. There are six kinds in turn; control flow is one third. `closes`: the reference
 * closes a generator when its last reference is gone.
 */
export function programOf(number: number, closes: boolean): string {
  const kind = kinds[number % kinds.length];
  if (kind === undefined) throw new Error(`there is no program ${number}`);
  const random = createRandomChoices(number);
  const program = number % kinds.length === 0 ? flowProgram(random, closes) : kind(random);
  return withForeignNames(random, program);
}

/**
 * Returns the comparable part of an outcome: the output and the class of the exception. Whether an integer below 2 **
 * 63 has an `L` depends on the Python. A NullPointerException and a wrong index into a Java array are faults of Jython.
 */
export const comparable = ({ output, error }: Outcome): Outcome | null =>
  /NullPointerException|ArrayIndexOutOfBounds/.test(output)
    ? null
    : { output: output.replace(/([\da-f])L\b/g, '$1'), error };
