import { message } from '@slipway/domain/messages';
import { excerptForMessage, parseError } from './parse-error.ts';
import { isSign, unexpectedToken } from './source.ts';
import { interpolationNotRun } from './strings.ts';
import type { Tokens } from './tokens.ts';

export const expectedName = message('groovyToken.declaration');

/** Keywords of executable code. */
export const codeKeywords = new Set(
  'abstract assert break case class continue def do else enum for if import interface new package return static switch throw throws trait try void while'.split(
    ' ',
  ),
);

/** Whether a name is a type, followed by the name of a constant. */
export const isTypeName = (tokens: Tokens, { text }: Name): boolean =>
  tokens.peek().kind === 'name' && /^\p{Lu}/u.test(text);

export interface Name {
  readonly text: string;
  /** whether the name is in quotes; a quoted name is never a keyword */
  readonly quoted: boolean;
  readonly at: number;
}

/** Reads the name after `def`, or after the type of a constant. */
export const readTypedName = (tokens: Tokens, first: Name): Name => {
  if (first.text !== 'def' && codeKeywords.has(first.text)) throw codeError(tokens, first);
  const token = tokens.next();
  if (token.kind !== 'name') throw unexpectedToken(tokens, token, message('groovyToken.name'));
  return { text: token.text, at: token.at, quoted: false };
};

export const codeError = ({ text }: Tokens, { text: keyword, at }: Omit<Name, 'quoted'>) =>
  parseError(text, at, message('groovyFault.code', { name: excerptForMessage(keyword) }));

/** Reads the name of a statement: a word, or a quoted text for a name with other characters. */
export function readName(tokens: Tokens): Name {
  const token = tokens.next();
  if (token.kind === 'text' && token.parts !== undefined) throw parseError(tokens.text, token.at, interpolationNotRun);
  if (token.kind === 'name' || token.kind === 'text')
    return { text: token.text, at: token.at, quoted: token.kind === 'text' };
  throw unexpectedToken(tokens, token, expectedName);
}

/** Whether a name is the type in `String name = …`, without consuming tokens. */
export function isTypedDefinition(tokens: Tokens, name: Name): boolean {
  const { at } = tokens.peek();
  if (!isTypeName(tokens, name)) return false;
  tokens.next();
  const isDefinition = isSign(tokens.peek(), '=');
  tokens.seek(at);
  return isDefinition;
}
