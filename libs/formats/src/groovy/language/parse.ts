import { budgetFor } from './budget.ts';
import { refusal, repeated } from './refusal.ts';
import { type Constant, deepest, isSign, type Source, skipLines, take, unexpected } from './source.ts';
import { type Token, type Tokens, tokensOf } from './tokens.ts';
import type { Block, Statement } from './tree.ts';
import { ArgumentList, type Arguments, readArguments, readValue } from './values.ts';

/** Words that begin code. */
const ofCode = new Set(
  'abstract assert break case class continue def do else enum for if import interface new package return static switch throw throws trait try void while'.split(
    ' ',
  ),
);

/**
 * What a file declares. This is the part of Groovy that only says what is: names with values and blocks, texts in all
 * forms, numbers, lists, maps, dates and constants. Nothing is run, and what would have to be is refused with its line.
 * The time that it takes grows with the length of the text. Throws BadFile.
 */
export function parseGroovy(text: string): readonly Statement[] {
  const constants = new Map<string, Constant>();
  const source = { tokens: tokensOf(text), constants, budget: budgetFor(text) };
  const declared: Statement[] = [];
  for (skipLines(source.tokens); source.tokens.peek().kind !== 'end'; skipLines(source.tokens)) {
    const statement = readTop(source, constants);
    if (statement) declared.push(statement);
  }
  return declared;
}

/** A statement at the top of a file; null for an import, and for a constant, which is kept. */
function readTop(source: Source, constants: Map<string, Constant>): Statement | null {
  const { tokens } = source;
  const first = nameOf(tokens);
  if (first.text === 'import' || first.text === 'package') return skipLine(tokens);
  const name = first.text === 'def' || isTyped(tokens, first) ? ahead(tokens, first) : first;
  if (!isSign(tokens.peek(), '=')) {
    if (name !== first) throw unexpected(tokens, tokens.peek(), "'='");
    return statementNamed(source, name, 0);
  }
  tokens.next();
  skipLines(tokens);
  const next = tokens.peek();
  if (next.kind === 'name' && (next.text === 'xlr' || next.text === 'xlrRelease')) {
    return statementNamed(source, nameOf(tokens), 0);
  }
  constants.set(name.text, constantOf(source));
  endOf(tokens);
  return null;
}

function constantOf(source: Source): Constant {
  const before = source.budget.taken();
  const value = readValue(source, 0);
  const { parts, characters } = source.budget.taken();
  return { value, size: { parts: parts - before.parts, characters: characters - before.characters } };
}

/** Whether a name is the type of a constant, which follows. */
const isTyped = (tokens: Tokens, { text }: Name): boolean => tokens.peek().kind === 'name' && /^\p{Lu}/u.test(text);

interface Name {
  readonly text: string;
  /** whether it stands in quotes, where no word begins code */
  readonly quoted: boolean;
  readonly at: number;
}

/** The name behind `def`, or behind the type of a constant. */
const ahead = (tokens: Tokens, first: Name): Name => {
  if (first.text !== 'def' && ofCode.has(first.text)) throw isCode(tokens, first);
  const token = tokens.next();
  if (token.kind !== 'name') throw unexpected(tokens, token, 'a name');
  return { text: token.text, at: token.at, quoted: false };
};

const isCode = ({ text }: Tokens, { text: word, at }: Omit<Name, 'quoted'>) =>
  refusal(text, at, `${repeated(word)} is code, which is not run; only declarations are read`);

function skipLine(tokens: Tokens): null {
  while (tokens.peek().kind !== 'line' && tokens.peek().kind !== 'end') tokens.next();
  return null;
}

/** The name of a statement: a word, or a text where the word has letters of its own kind. */
function nameOf(tokens: Tokens): Name {
  const token = tokens.next();
  if (token.kind === 'name' || token.kind === 'text')
    return { text: token.text, at: token.at, quoted: token.kind === 'text' };
  throw unexpected(tokens, token, 'the name of a declaration (loops and other code are not run)');
}

function readBlock(source: Source, depth: number): Block {
  const { tokens } = source;
  const { at } = take(tokens, '{');
  if (depth > deepest) throw refusal(tokens.text, at, `more than ${deepest} lists and blocks lie within each other`);
  const statements: Statement[] = [];
  for (skipLines(tokens); !isSign(tokens.peek(), '}'); skipLines(tokens)) {
    if (tokens.peek().kind === 'end') throw refusal(tokens.text, at, 'this block has no end');
    statements.push(statementNamed(source, nameOf(tokens), depth));
  }
  tokens.next();
  return { at, statements };
}

/** The rest of a statement whose name was read, to the end of its line or block. */
function statementNamed(source: Source, { text: name, at, quoted }: Name, depth: number): Statement {
  const { tokens } = source;
  const token = tokens.peek();
  source.budget.take(token.at, { parts: 1 });
  if (!quoted && ofCode.has(name)) throw isCode(tokens, { text: name, at });
  if (isSign(token, '.') || isSign(token, '=')) throw isCode(tokens, { text: name, at });
  const { args, named } = isSign(token, '(') ? inParentheses(source, depth) : commandArguments(source, depth);
  const block = isSign(tokens.peek(), '{') ? readBlock(source, depth + 1) : null;
  endOf(tokens);
  return { name, at, args, named, block };
}

function inParentheses(source: Source, depth: number): Arguments {
  source.tokens.next();
  return readArguments(source, ')', depth + 1);
}

const endsArguments = (token: Token): boolean =>
  token.kind === 'line' || token.kind === 'end' || isSign(token, '{') || isSign(token, '}');

/** Arguments without parentheses: `name 'a', 'b'`, or `name 'key': 'value'`. */
function commandArguments(source: Source, depth: number): Arguments {
  const { tokens } = source;
  const list = new ArgumentList(source);
  while (!endsArguments(tokens.peek())) {
    list.read(depth);
    if (!isSign(tokens.peek(), ',')) break;
    tokens.next();
    skipLines(tokens);
  }
  return list.all();
}

/** What is declared on one line ends with it. */
function endOf(tokens: Tokens): void {
  const token = tokens.peek();
  if (token.kind === 'line' || token.kind === 'end' || isSign(token, '}')) return;
  throw unexpected(tokens, token, 'the end of the declaration (code is not run)');
}
