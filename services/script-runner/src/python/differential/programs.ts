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

/**
 * Returns the program of a number: one in six is of each kind, control flow has two. `closes`: for a Python that closes
 * a generator with its last reference.
 */
export function programOf(number: number, closes: boolean): string {
  const kind = kinds[number % kinds.length];
  if (number % kinds.length === 0) return flowProgram(chanceOf(number), closes);
  if (kind === undefined) throw new Error(`there is no program ${number}`);
  return kind(chanceOf(number));
}

/**
 * What is compared: the output and the class of the exception. Whether a whole number below 2 ** 63 is written with an
 * `L` depends on the Python, and a NullPointerException or a wrong index into an array of Java is a fault of Jython's.
 */
export const comparable = ({ output, error }: Outcome): Outcome | null =>
  /NullPointerException|ArrayIndexOutOfBounds/.test(output)
    ? null
    : { output: output.replace(/([\da-f])L\b/g, '$1'), error };
