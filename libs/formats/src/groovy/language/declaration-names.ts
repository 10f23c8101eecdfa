import { message } from '@slipway/domain/messages';
import { excerptForMessage, parseError } from './parse-error.ts';
import { isSign, unexpectedToken } from './source.ts';
import { interpolationNotRun } from './strings.ts';
import type { Tokens } from './tokens.ts';

export const expectedName = message('groovyToken.declaration');

/** Words that begin code. */
export const codeKeywords = new Set(
  'abstract assert break case class continue def do else enum for if import interface new package return static switch throw throws trait try void while'.split(
    ' ',
  ),
);

/** Whether a name is the type of a constant, which follows. */
export const isTypeName = (tokens: Tokens, { text }: Name): boolean =>
  tokens.peek().kind === 'name' && /^\p{Lu}/u.test(text);

export interface Name {
  readonly text: string;
  /** Whether it is in quotes, where no word begins code. */
  readonly quoted: boolean;
  readonly at: number;
}

/** The name behind `def`, or behind the type of a constant. */
export const readTypedName = (tokens: Tokens, first: Name): Name => {
  if (first.text !== 'def' && codeKeywords.has(first.text)) throw codeError(tokens, first);
  const token = tokens.next();
  if (token.kind !== 'name') throw unexpectedToken(tokens, token, message('groovyToken.name'));
  return { text: token.text, at: token.at, quoted: false };
};

export const codeError = ({ text }: Tokens, { text: keyword, at }: Omit<Name, 'quoted'>) =>
  parseError(text, at, message('groovyFault.code', { name: excerptForMessage(keyword) }));

/** The name of a statement: a word, or a text where the word has letters of its own kind. */
export function readName(tokens: Tokens): Name {
  const token = tokens.next();
  if (token.kind === 'text' && token.parts !== undefined) throw parseError(tokens.text, token.at, interpolationNotRun);
  if (token.kind === 'name' || token.kind === 'text')
    return { text: token.text, at: token.at, quoted: token.kind === 'text' };
  throw unexpectedToken(tokens, token, expectedName);
}

/** Whether a name is the type in `String name = …`. */
export function isTypedDefinition(tokens: Tokens, name: Name): boolean {
  const { at } = tokens.peek();
  if (!isTypeName(tokens, name)) return false;
  tokens.next();
  const isDefinition = isSign(tokens.peek(), '=');
  tokens.seek(at);
  return isDefinition;
}
