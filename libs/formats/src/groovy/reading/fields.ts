import type { Json } from '@slipway/domain';
import { refusal, repeated } from '../language/refusal.ts';
import type { Block, Statement, Value } from '../language/tree.ts';
import type { Reading } from './context.ts';

export type Fields = Readonly<Record<string, Json>>;

/** Converts a statement with some name to members of the JSON. */
export type Handler = (statement: Statement) => Fields;
export type Handlers = ReadonlyMap<string, Handler>;

/** What a variable holds, as texts mention it. */
export const mention = (key: string): string => `\${${key}}`;

function jsonOf(value: Value): Json {
  switch (value.kind) {
    case 'text':
      return value.text;
    case 'number':
      return value.number;
    case 'boolean':
      return value.is;
    case 'null':
      return null;
    case 'list':
      return value.items.map(jsonOf);
    case 'map':
      return Object.fromEntries(value.entries.map((entry) => [entry.key, jsonOf(entry.value)]));
    case 'date':
      return value.iso;
    case 'variable':
      return mention(value.key);
    case 'constant':
      return value.name;
  }
}

/** The value of a statement: one, several as a list, or those with keys as an object; undefined: it has none. */
export function saidBy({ args, named }: Statement): Json | undefined {
  if (named !== null) return Object.fromEntries(named.map((entry) => [entry.key, jsonOf(entry.value)]));
  const [first, ...more] = args;
  if (first === undefined) return undefined;
  return more.length === 0 ? jsonOf(first) : args.map(jsonOf);
}

/** The values of a statement as a list, however many it has. */
export function listOf(statement: Statement): readonly Json[] {
  const value = saidBy(statement) ?? [];
  return Array.isArray(value) ? value : [value];
}

/** The text of a statement such as `name 'text'`; null for another statement. */
export function textOf(statement: Statement): string | null {
  const value = saidBy(statement);
  return typeof value === 'string' ? value : null;
}

/** The title of what a statement declares, `phase('title') { … }` or `phase { title 'title' }`. Throws BadFile without one. */
export function titleOf(statement: Statement, reading: Reading): string {
  const title =
    textOf(statement) ?? textOf(statement.block?.statements.find(({ name }) => name === 'title') ?? statement);
  if (title !== null) return title;
  throw refusal(reading.text, statement.at, `${repeated(statement.name)} has no title`);
}

/** The statements of a block, none where there is no block. */
export const statementsOf = ({ block }: { readonly block: Block | null }): readonly Statement[] =>
  block?.statements ?? [];

/** Members of ours whose value is a list even where one value is written. */
export const lists: ReadonlySet<string> = new Set(
  'addresses bcc categories cc memberViewers members permissions releaseTags roleViewers roles tags watchers'.split(
    ' ',
  ),
);

/**
 * The members of a block: statements with a handler, and all others as they are. Those of `ofLists` are lists even
 * with one value. A member that only a variable replaces becomes part of `variableMapping`.
 */
export function fieldsOf(
  statement: { readonly block: Block | null },
  reading: Reading,
  handlers: Handlers = new Map(),
  ofLists: ReadonlySet<string> = lists,
): Fields {
  const fields: [string, Json][] = [];
  const mapped: [string, Json][] = [];
  for (const each of statementsOf(statement)) {
    const handler = handlers.get(each.name);
    const [only] = each.args;
    if (handler) fields.push(...Object.entries(handler(each)));
    else if (isProperty(each)) fields.push([String(saidOf(each.args[0])), saidOf(each.args[1])]);
    else if (each.name === 'variableMapping') mapped.push(...(each.named ?? []).map(asMember));
    else if (only?.kind === 'variable' && each.args.length === 1) mapped.push([each.name, mention(only.key)]);
    else fields.push(...plain(each, reading, ofLists));
  }
  return Object.fromEntries(
    mapped.length === 0 ? fields : [...fields, ['variableMapping', Object.fromEntries(mapped)]],
  );
}

const asMember = ({ key, value }: { readonly key: string; readonly value: Value }): [string, Json] => [
  key,
  jsonOf(value),
];

/** `property('name', value)`: a member whose name would mean more. */
const isProperty = ({ name, args, named, block }: Statement): boolean =>
  name === 'property' && args.length === 2 && args[0]?.kind === 'text' && named === null && block === null;

const saidOf = (value: Value | undefined): Json => (value === undefined ? null : jsonOf(value));

function plain(statement: Statement, reading: Reading, ofLists: ReadonlySet<string>): readonly [string, Json][] {
  const { name, block } = statement;
  const value = ofLists.has(name) ? listOf(statement) : saidBy(statement);
  if (block !== null) reading.warn(statement, `the block ${repeated(name)} is not known, and was left out`);
  else if (value === undefined) reading.warn(statement, `${repeated(name)} has no value, and was left out`);
  return value === undefined || block !== null ? [] : [[name, value]];
}
