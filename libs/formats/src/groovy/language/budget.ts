import { message } from '@slipway/domain/messages';
import { parseError } from './parse-error.ts';

/** The memory of values. */
export interface Size {
  /** statements and values */
  readonly parts: number;
  /** of texts */
  readonly characters: number;
}

/** The remaining memory for a file. */
export interface Budget {
  /** Takes this for what begins at an offset. Throws BadFile where it is too much. */
  spend(at: number, size: Partial<Size>): void;
  /** Takes the characters of a block that a loop reads once more. Throws BadFile where it is too much. */
  repeat(at: number, characters: number): void;
  /** all that was taken */
  spent(): Size;
}

/**
 * Thirty parts for each of the most tasks that a release may have, and more; texts as long as the longest file. A constant
 * counts each time that it is named: a few lines could name each other's constants until memory is full.
 */
const maxSize: Size = { parts: 300_000, characters: 10 * 1024 * 1024 };

/** Characters that loops may read again: a few nested ones could run for years. */
const maxRepeatedCharacters = 10_000_000;

export function createBudget(text: string): Budget {
  let parts = 0;
  let characters = 0;
  let repeated = 0;
  return {
    spend: (at, size) => {
      parts += size.parts ?? 0;
      characters += size.characters ?? 0;
      if (parts > maxSize.parts)
        throw parseError(text, at, message('groovyFault.tooManyParts', { max: maxSize.parts }));
      if (characters > maxSize.characters)
        throw parseError(text, at, message('groovyFault.tooManyCharacters', { max: maxSize.characters }));
    },
    repeat: (at, more) => {
      repeated += more;
      if (repeated > maxRepeatedCharacters)
        throw parseError(text, at, message('groovyFault.tooManyRepeats', { max: maxRepeatedCharacters }));
    },
    spent: () => ({ parts, characters }),
  };
}
