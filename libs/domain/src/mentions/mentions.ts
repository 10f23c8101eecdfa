/** A name after an `@` in a text. */
export interface Mention {
  readonly name: string;
  /** the index of the `@` */
  readonly index: number;
}

/** Code, in which an `@` is no mention. */
const code = /```[\s\S]*?(?:```|$)|`[^`\n]+`/g;

/**
 * An `@` at the start of a word, and a name of letters, digits and `_ . + - @`. The name ends with a letter, digit or
 * underscore, so that punctuation after it is not a part of it.
 */
const mention = /(?<![\p{L}\p{N}_@./+-])@[\p{L}\p{N}_](?:[\p{L}\p{N}_.+@-]{0,253}[\p{L}\p{N}_])?/gu;

/** Returns the mentions in a text, in order. They may name users that do not exist. */
export function mentionsOf(text: string): readonly Mention[] {
  if (!text.includes('@')) return [];
  const withoutCode = text.replace(code, (match) => ' '.repeat(match.length));
  return Array.from(withoutCode.matchAll(mention), ({ 0: match, index }) => ({ name: match.slice(1), index }));
}

/** The beginning of a mention that a user types. */
export interface OpenMention {
  /** the typed part of the name */
  readonly typed: string;
  /** the index of the `@` */
  readonly index: number;
}

const beginning = /(?<![\p{L}\p{N}_@./+-])@[\p{L}\p{N}_.+@-]{0,255}$/u;

/** Returns the mention that ends at the end of a text; null if there is none, or in code. */
export function openMention(text: string): OpenMention | null {
  const { 0: match = '', index = -1 } = beginning.exec(text) ?? {};
  // A letter replaces the name, which may be empty.
  const isInText = index >= 0 && mentionsOf(`${text.slice(0, index)}@x`).some((candidate) => candidate.index === index);
  return isInText ? { typed: match.slice(1), index } : null;
}
