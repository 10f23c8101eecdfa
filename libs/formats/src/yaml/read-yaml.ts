import { type Message, message, plainText } from '@slipway/domain/messages';
import { isObject, type Json, readInteger } from '@slipway/domain/model';
import { CORE_SCHEMA, defineScalarTag, floatCoreTag, intCoreTag, loadAll, NOT_RESOLVED, YAMLException } from 'js-yaml';
import { BadFile, reasonOf, toSingleLine } from '../errors/bad-file.ts';
import { lineOfMember, type MemberPath, type YamlSource } from './member-line.ts';

/** The values of YAML tags. Each throws BadFile for an unknown name. */
export interface TagResolver {
  /** Returns the value of a key, for `!value` and `!secret`. */
  value(key: string): string;
  /** Returns the text of a file, for `!file`. */
  file(path: string): string;
}

/** The maximum number of characters in all YAML files of one request. */
export const maxCharacters = 5_000_000;
/** The limits for all YAML files of a request. A parser needs about eight times the size of its input. */
const limits = {
  characters: maxCharacters,
  documents: 1_000,
  /** the number of lines, commas and opening brackets */
  parts: 600_000,
  depth: 64,
  aliases: 1_000,
  /** the number of values, including repeated aliases, and the number of characters in their texts */
  values: 500_000,
  texts: 20_000_000,
  /** the number of distinct member names, as in JSON, because objects with very many names take seconds */
  names: 20_000,
  /** the size of one text in bytes, as in JSON, because longer texts cannot be exported as YAML */
  textBytes: 1_000_000,
};

/** The remaining limits of a request. */
export interface YamlBudget {
  characters: number;
  parts: number;
  documents: number;
  values: number;
  texts: number;
  /** the distinct member names in all files so far */
  readonly names: Set<string>;
}

export const newYamlBudget = (): YamlBudget => {
  const { characters, parts, documents, values, texts } = limits;
  return { characters, parts, documents, values, texts, names: new Set() };
};

/** Returns the documents of a YAML text as JSON, with resolved tags. Throws BadFile. */
export function readYaml(text: string, tagResolver: TagResolver, budget = newYamlBudget()): readonly Json[] {
  requireWithinLimits(text, budget);
  return parseDocuments(text, tagResolver)
    .filter((document) => document !== null && document !== undefined)
    .map((document, index) => readDocument(document, { text, index }, budget));
}

/** The errors about all files together, which no single value causes. */
const totals: ReadonlySet<string> = new Set(['yaml.tooManyValues', 'yaml.textsTooLong', 'yaml.tooManyNames']);

/** Converts a document to JSON. An error of one value contains the line and path of the value. */
function readDocument(document: unknown, source: YamlSource, budget: YamlBudget): Json {
  const path: (string | number)[] = [];
  try {
    return asJson(document, path, budget);
  } catch (error) {
    const problem = error instanceof BadFile ? error.data : null;
    if (problem === null || path.length === 0 || totals.has(problem.code)) throw error;
    throw new BadFile(locatedProblem(problem, source, path));
  }
}

function locatedProblem(problem: Message, source: YamlSource, memberPath: MemberPath): Message {
  const path = toSingleLine(
    memberPath.map((step) => (typeof step === 'number' ? `item ${step + 1}` : step)).join(', '),
  );
  const line = lineOfMember(
    source,
    memberPath.slice(0, memberPath.findLastIndex((step) => typeof step === 'string') + 1),
  );
  return line === null
    ? message('yaml.valueAt', { path, problem })
    : message('yaml.valueInLine', { line, path, problem });
}

function requireWithinLimits(text: string, budget: YamlBudget): void {
  budget.characters -= text.length;
  if (budget.characters < 0) throw new BadFile(message('yaml.tooManyCharacters', { max: limits.characters }));
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // line feed, comma, `[` and `{`
    if (code === 10 || code === 44 || code === 91 || code === 123) budget.parts -= 1;
  }
  if (budget.parts < 0) throw new BadFile(message('yaml.tooManyLines', { max: limits.parts }));
  for (let at = text.indexOf('\n---'); at !== -1; at = text.indexOf('\n---', at + 4)) budget.documents -= 1;
  if (budget.documents < 0) throw new BadFile(message('yaml.tooManyDocuments', { max: limits.documents }));
}

const textTag = (name: string, resolve: (source: string) => string) =>
  defineScalarTag(name, { resolve, identify: () => false });

/**
 * Resolves a number, or keeps its text if the number would lose digits: `1.10` and `007` can be versions or ids. The
 * schemas of requests accept numbers as texts.
 */
function withOriginalText(tag: typeof intCoreTag | typeof floatCoreTag) {
  return defineScalarTag(tag.tagName, {
    ...tag,
    resolve: (source, isExplicit, name): number | bigint | string | typeof NOT_RESOLVED => {
      const value = tag.resolve(source, isExplicit, name);
      if (value === NOT_RESOLVED || typeof value !== 'number' || !Number.isFinite(value)) return value;
      const exact = readInteger(source) ?? value;
      return isExplicit || String(exact) === source ? exact : source;
    },
  });
}

const numberSchema = CORE_SCHEMA.withTags(withOriginalText(intCoreTag), withOriginalText(floatCoreTag));

function parseDocuments(text: string, { value, file }: TagResolver): readonly unknown[] {
  const schema = numberSchema.withTags(textTag('!value', value), textTag('!secret', value), textTag('!file', file));
  try {
    return loadAll(text, { schema, maxDepth: limits.depth, maxAliases: limits.aliases });
  } catch (error) {
    if (error instanceof BadFile) throw error;
    if (!(error instanceof YAMLException) || error.mark === undefined)
      throw new BadFile(message('yaml.unreadable', { problem: plainText(reasonOf(error)) }));
    const { reason, mark } = error;
    const problem = plainText(toSingleLine(reason));
    throw new BadFile(message('yaml.unreadableInLine', { line: mark.line + 1, column: mark.column + 1, problem }));
  }
}

/**
 * Converts a value of the parser to JSON, with expanded aliases. Throws BadFile for a value that is not JSON, and above
 * the limits. `path` is then the path of this value.
 */
function asJson(value: unknown, path: (string | number)[], budget: YamlBudget): Json {
  budget.values -= 1;
  if (budget.values < 0) throw new BadFile(message('yaml.tooManyValues', { max: limits.values }));
  if (path.length > limits.depth) throw new BadFile(message('yaml.tooDeep', { max: limits.depth }));
  if (typeof value === 'string') return requireStorableText(value, budget);
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return value;
  if (typeof value === 'number') return requireFinite(value);
  if (Array.isArray(value)) return value.map((item, index) => asJsonAt(item, index, path, budget));
  if (typeof value !== 'object') throw new BadFile(message('yaml.badValue'));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]): [string, Json] => [key, asJsonAt(member, key, path, budget)]),
  );
}

function asJsonAt(value: unknown, step: string | number, path: (string | number)[], budget: YamlBudget): Json {
  path.push(step);
  if (typeof step === 'string') requireKey(step, budget);
  const json = asJson(value, path, budget);
  path.pop();
  return json;
}

function requireFinite(value: number): number {
  if (!Number.isFinite(value)) throw new BadFile(message('yaml.badNumber'));
  return value;
}

function requireStorableText(text: string, budget: YamlBudget): string {
  budget.texts -= text.length;
  if (budget.texts < 0) throw new BadFile(message('yaml.textsTooLong', { max: limits.texts }));
  if (Buffer.byteLength(text) > limits.textBytes)
    throw new BadFile(message('yaml.textTooLong', { max: limits.textBytes }));
  if (text.includes('\0') || !text.isWellFormed()) throw new BadFile(message('text.badCharacter'));
  return text;
}

const forbiddenNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

function requireKey(key: string, budget: YamlBudget): void {
  if (forbiddenNames.has(key)) throw new BadFile(message('yaml.badMember', { name: toSingleLine(key) }));
  budget.names.add(key);
  if (budget.names.size > limits.names) throw new BadFile(message('yaml.tooManyNames', { max: limits.names }));
  requireStorableText(key, budget);
}

export type Members = Readonly<Record<string, Json>>;

/** Returns the members of an object. Throws BadFile for another value. */
export function membersOf(value: Json | undefined, location: string): Members {
  if (isObject(value)) return value;
  throw new BadFile(message('yaml.membersExpected', { path: toSingleLine(location) }));
}

/** Returns the items of a list; none for an absent value. Throws BadFile for another value. */
export function itemsOf(value: Json | undefined, location: string): readonly Json[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw new BadFile(message('yaml.listExpected', { path: toSingleLine(location) }));
}

/**
 * Returns a text, also for numbers and booleans, which YAML resolves from plain texts. Throws BadFile for another
 * value.
 */
export function textOf(value: Json | undefined, location: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  throw new BadFile(message('field.text', { field: toSingleLine(location) }));
}

/** Returns an optional text, or null. Throws BadFile for another value. */
export const textIn = (value: Json | undefined, location: string): string | null =>
  value === undefined || value === null ? null : textOf(value, location);
