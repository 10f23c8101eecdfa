import { message } from '@slipway/domain/messages';
import { createBudget } from './budget.ts';
import {
  codeError,
  codeKeywords,
  expectedName,
  isTypedDefinition,
  isTypeName,
  type Name,
  readName,
  readTypedName,
} from './declaration-names.ts';
import { nextLoopName } from './expressions.ts';
import { type LoopName, parametersIn, roundsOf, skipBlock } from './loops.ts';
import { parseError } from './parse-error.ts';
import {
  type Constant,
  expectSign,
  isSign,
  maxDepth,
  Scope,
  type Source,
  sizeOf,
  skipLines,
  unexpectedToken,
} from './source.ts';
import { type Token, type Tokens, tokensOf } from './tokens.ts';
import type { Block, Statement, Value } from './tree.ts';
import { ArgumentList, type Arguments, readArguments, readValue } from './values.ts';

/**
 * Parses the declarations of a file: names with values and blocks, texts in all forms, numbers, lists, maps, ranges,
 * dates and constants. Loops over these values, `def` and expressions in texts are interpreted within the limits of the
 * budget. All other code is rejected with its line. Throws BadFile.
 */
export function parseGroovy(text: string): readonly Statement[] {
  const source: Source = { tokens: tokensOf(text), scope: new Scope(null), budget: createBudget(text) };
  const topLevel: Statement[] = [];
  for (skipLines(source.tokens); source.tokens.peek().kind !== 'end'; skipLines(source.tokens)) {
    const statement = readTop(source);
    if (statement) topLevel.push(statement);
  }
  return topLevel;
}

/** Reads a top-level statement. Returns null for an import, and for a constant, which becomes part of the scope. */
function readTop(source: Source): Statement | null {
  const { tokens } = source;
  const first = readName(tokens);
  if (first.text === 'import' || first.text === 'package') return skipLine(tokens);
  const name = first.text === 'def' || isTypeName(tokens, first) ? readTypedName(tokens, first) : first;
  if (!isSign(tokens.peek(), '=')) {
    if (name !== first) throw unexpectedToken(tokens, tokens.peek(), message('groovyToken.quoted', { text: '=' }));
    return statementNamed(source, name, 0);
  }
  tokens.next();
  skipLines(tokens);
  const next = tokens.peek();
  if (next.kind === 'name' && (next.text === 'xlr' || next.text === 'xlrRelease')) {
    return statementNamed(source, readName(tokens), 0);
  }
  define(source, name.text, 0);
  return null;
}

/** Reads the value of a constant up to the end of its line. */
function define(source: Source, name: string, depth: number): void {
  source.scope.define(name, constantOf(source, depth));
  requireLineEnd(source.tokens);
}

function constantOf(source: Source, depth: number): Constant {
  const before = source.budget.spent();
  const value = readValue(source, depth);
  const { parts, characters } = source.budget.spent();
  return { value, size: { parts: parts - before.parts, characters: characters - before.characters } };
}

function skipLine(tokens: Tokens): null {
  while (tokens.peek().kind !== 'line' && tokens.peek().kind !== 'end') tokens.next();
  return null;
}

function readBlock(source: Source, depth: number): Block {
  const { tokens } = source;
  const { at } = expectSign(tokens, '{');
  return { at, statements: readBody({ ...source, scope: new Scope(source.scope) }, depth, at) };
}

/** Reads the statements up to the closing brace of a block, which starts at `at`. */
function readBody(source: Source, depth: number, at: number): readonly Statement[] {
  const { tokens } = source;
  if (depth > maxDepth) throw parseError(tokens.text, at, message('groovyFault.tooDeep', { max: maxDepth }));
  const statements: Statement[] = [];
  for (skipLines(tokens); !isSign(tokens.peek(), '}'); skipLines(tokens)) {
    if (tokens.peek().kind === 'end') throw parseError(tokens.text, at, message('groovyFault.endlessBlock'));
    for (const statement of readStatement(source, depth)) statements.push(statement);
  }
  tokens.next();
  return statements;
}

/** Reads one statement. Returns all statements that a loop generates, and none for a definition. */
function readStatement(source: Source, depth: number): readonly Statement[] {
  const { tokens, scope } = source;
  const first = tokens.peek();
  if (isSign(first, '[') || isSign(first, '(') || first.kind === 'number') return readEach(source, depth);
  const name = readName(tokens);
  if (name.quoted) return [statementNamed(source, name, depth)];
  if (name.text === 'for') return readFor(source, depth, name.at);
  if (name.text === 'def' || isTypedDefinition(tokens, name)) {
    const { text } = readTypedName(tokens, name);
    expectSign(tokens, '=');
    skipLines(tokens);
    define(source, text, depth);
    return [];
  }
  if (scope.get(name.text) === undefined || !(isSign(tokens.peek(), '.') || isSign(tokens.peek(), '[')))
    return [statementNamed(source, name, depth)];
  tokens.seek(name.at);
  return readEach(source, depth);
}

/** Reads `[…].each { … }`, and the other loop calls. */
function readEach(source: Source, depth: number): readonly Statement[] {
  const { tokens } = source;
  const first = tokens.peek();
  const values = readValue(source, depth);
  const loop = nextLoopName(tokens);
  if (loop === null) throw unexpectedToken(tokens, first, expectedName);
  tokens.next();
  tokens.next();
  const { at } = expectSign(tokens, '{');
  const names = parametersIn(tokens);
  const statements = repeat(source, { loop, values, names, at }, depth);
  requireLineEnd(tokens);
  return statements;
}

/** Reads `for (name in values) { … }`, also with a type, or with a colon. */
function readFor(source: Source, depth: number, at: number): readonly Statement[] {
  const { tokens } = source;
  expectSign(tokens, '(');
  const first = readName(tokens);
  const name = first.text === 'def' || isTypeName(tokens, first) ? readTypedName(tokens, first) : first;
  const isIn = tokens.next();
  if (!isSign(isIn, ':') && !(isIn.kind === 'name' && isIn.text === 'in'))
    throw parseError(tokens.text, at, message('groovyFault.forLoop'));
  const values = readValue(source, depth + 1);
  expectSign(tokens, ')');
  skipLines(tokens);
  const block = expectSign(tokens, '{');
  const statements = repeat(source, { loop: 'for', values, names: [name.text], at: block.at }, depth);
  requireLineEnd(tokens);
  return statements;
}

interface LoopToRead {
  readonly loop: LoopName;
  readonly values: Value;
  readonly names: readonly string[];
  /** the offset of the block */
  readonly at: number;
}

/** Reads the block of a loop once per iteration. */
function repeat(source: Source, { loop, values, names, at }: LoopToRead, depth: number): readonly Statement[] {
  const { tokens, budget } = source;
  const body = tokens.peek().at;
  const statements: Statement[] = [];
  const rounds = roundsOf(tokens.text, { loop, values, names });
  budget.spend(at, { parts: rounds.count });
  for (let index = 0; index < rounds.count; index += 1) {
    tokens.seek(body);
    const scope = new Scope(source.scope);
    for (const [name, value] of rounds.at(index)) scope.define(name, { value, size: sizeOf(value) });
    for (const statement of readBody({ ...source, scope }, depth + 1, at)) statements.push(statement);
    budget.repeat(at, tokens.peek().at - body);
  }
  if (rounds.count === 0) skipBlock(tokens, at);
  return statements;
}

/** Reads the rest of a statement after its name, up to the end of its line or block. */
function statementNamed(source: Source, { text: name, at, quoted }: Name, depth: number): Statement {
  const { tokens } = source;
  const token = tokens.peek();
  source.budget.spend(token.at, { parts: 1 });
  if (!quoted && codeKeywords.has(name)) throw codeError(tokens, { text: name, at });
  if (isSign(token, '.') || isSign(token, '=')) throw codeError(tokens, { text: name, at });
  const { args, named } = isSign(token, '(') ? inParentheses(source, depth) : commandArguments(source, depth);
  const block = isSign(tokens.peek(), '{') ? readBlock(source, depth + 1) : null;
  requireLineEnd(tokens);
  return { name, at, args, named, block };
}

function inParentheses(source: Source, depth: number): Arguments {
  source.tokens.next();
  return readArguments(source, ')', depth + 1);
}

const endsArguments = (token: Token): boolean =>
  token.kind === 'line' || token.kind === 'end' || isSign(token, '{') || isSign(token, '}');

/** Reads arguments without parentheses: `name 'a', 'b'`, or `name 'key': 'value'`. */
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

/** Throws BadFile unless a declaration ends with its line. */
function requireLineEnd(tokens: Tokens): void {
  const token = tokens.peek();
  if (token.kind === 'line' || token.kind === 'end' || isSign(token, '}')) return;
  throw unexpectedToken(tokens, token, message('groovyToken.endOfDeclaration'));
}
