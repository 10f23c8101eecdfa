import { chanceOf } from './chance.ts';
import { classProgram } from './classes.ts';
import { collectionProgram } from './collections.ts';
import { flowProgram } from './flow.ts';
import { patternProgram } from './patterns.ts';
import type { Outcome } from './references.ts';
import { textProgram } from './texts.ts';

const kinds = [flowProgram, textProgram, flowProgram, classProgram, collectionProgram, patternProgram];

/** The program of a number: one number in six is of each kind, control flow has two. */
export function programOf(number: number): string {
  const kind = kinds[number % kinds.length];
  if (kind === undefined) throw new Error(`there is no program ${number}`);
  return kind(chanceOf(number));
}

/**
 * What is compared: the output and the class of the exception. Whether a whole number below 2 ** 63 is written with an
 * `L` depends on the Python, and a NullPointerException is a fault of Jython's.
 */
export const comparable = ({ output, error }: Outcome): Outcome | null =>
  output.includes('NullPointerException') ? null : { output: output.replace(/([\da-f])L\b/g, '$1'), error };
