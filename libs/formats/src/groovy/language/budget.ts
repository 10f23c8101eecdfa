import { message } from '@slipway/domain/messages';
import { parseError } from './parse-error.ts';

/** The size of values in memory. */
export interface Size {
  /** the number of statements and values */
  readonly parts: number;
  /** the number of characters in texts */
  readonly characters: number;
}

/** The remaining memory for a file. */
export interface Budget {
  /** Subtracts a size for the code at an offset. Throws BadFile above the limit. */
  spend(at: number, size: Partial<Size>): void;
  /** Subtracts the characters of a block that a loop reads again. Throws BadFile above the limit. */
  repeat(at: number, characters: number): void;
  /** Returns the total of all sizes. */
  spent(): Size;
}

/**
 * More than thirty parts for each of the maximum number of tasks of a release, and texts up to the maximum file size.
 * Each use of a constant counts, because a few lines with nested constants could fill the memory.
 */
const maxSize: Size = { parts: 300_000, characters: 10 * 1024 * 1024 };

/** The maximum number of characters that loops read again, because a few nested loops could run for years. */
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
