import { message } from '@slipway/domain/messages';
import type { Json } from '@slipway/domain/model';
import { excerptForMessage, parseError } from '../language/parse-error.ts';
import type { Block, Statement, Value } from '../language/tree.ts';
import type { ReadContext } from './context.ts';

export type Fields = Readonly<Record<string, Json>>;

/** Converts statements with one name to members of the JSON. */
export type Handler = (statement: Statement) => Fields;
export type Handlers = ReadonlyMap<string, Handler>;

/** Returns the placeholder of a variable in texts. */
export const placeholderOf = (key: string): string => `\${${key}}`;

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
      return placeholderOf(value.key);
    case 'constant':
      return value.name;
  }
}

/**
 * Returns the value of a statement: one value, several as a list, or values with keys as an object. Returns undefined
 * without a value.
 */
export function argumentValue({ args, named }: Statement): Json | undefined {
  if (named !== null) return Object.fromEntries(named.map((entry) => [entry.key, jsonOf(entry.value)]));
  const [first, ...more] = args;
  if (first === undefined) return undefined;
  return more.length === 0 ? jsonOf(first) : args.map(jsonOf);
}

/** Returns the values of a statement as a list, also a single value. */
export function listOf(statement: Statement): readonly Json[] {
  const value = argumentValue(statement) ?? [];
  return Array.isArray(value) ? value : [value];
}

/** Returns the text of a statement such as `name 'text'`, or null for another statement. */
export function textOf(statement: Statement): string | null {
  const value = argumentValue(statement);
  return typeof value === 'string' ? value : null;
}

/**
 * Returns the title of a declared object, `phase('title') { … }` or `phase { title 'title' }`. Throws BadFile without a
 * title.
 */
export function titleOf(statement: Statement, context: ReadContext): string {
  const title =
    textOf(statement) ?? textOf(statement.block?.statements.find(({ name }) => name === 'title') ?? statement);
  if (title !== null) return title;
  throw parseError(
    context.text,
    statement.at,
    message('groovyFault.withoutTitle', { name: excerptForMessage(statement.name) }),
  );
}

/** Returns the statements of a block, or an empty list without a block. */
export const statementsOf = ({ block }: { readonly block: Block | null }): readonly Statement[] =>
  block?.statements ?? [];

/** Built-in members that are lists. A single value becomes a list. */
export const listMemberNames: ReadonlySet<string> = new Set(
  'addresses bcc categories cc memberViewers members permissions releaseTags roleViewers roles tags watchers'.split(
    ' ',
  ),
);

/**
 * Returns the members of a block. Statements with a handler are converted by it, and others are plain members. A single
 * value of `listMembers` becomes a list. A member whose value is a variable becomes part of `variableMapping`.
 */
export function fieldsOf(
  statement: { readonly block: Block | null },
  context: ReadContext,
  handlers: Handlers = new Map(),
  listMembers: ReadonlySet<string> = listMemberNames,
): Fields {
  const fields: [string, Json][] = [];
  const mappings: [string, Json][] = [];
  for (const child of statementsOf(statement)) {
    const handler = handlers.get(child.name);
    const [single] = child.args;
    if (handler) fields.push(...Object.entries(handler(child)));
    else if (isProperty(child)) fields.push([String(jsonOrNull(child.args[0])), jsonOrNull(child.args[1])]);
    else if (child.name === 'variableMapping') mappings.push(...(child.named ?? []).map(toMember));
    else if (single?.kind === 'variable' && child.args.length === 1)
      mappings.push([child.name, placeholderOf(single.key)]);
    else fields.push(...plainMember(child, context, listMembers));
  }
  return Object.fromEntries(
    mappings.length === 0 ? fields : [...fields, ['variableMapping', Object.fromEntries(mappings)]],
  );
}

const toMember = ({ key, value }: { readonly key: string; readonly value: Value }): [string, Json] => [
  key,
  jsonOf(value),
];

/** Whether a statement is `property('name', value)`: a member whose name has another meaning as a statement. */
const isProperty = ({ name, args, named, block }: Statement): boolean =>
  name === 'property' && args.length === 2 && args[0]?.kind === 'text' && named === null && block === null;

const jsonOrNull = (value: Value | undefined): Json => (value === undefined ? null : jsonOf(value));

function plainMember(
  statement: Statement,
  context: ReadContext,
  listMembers: ReadonlySet<string>,
): readonly [string, Json][] {
  const { name, block } = statement;
  const value = listMembers.has(name) ? listOf(statement) : argumentValue(statement);
  if (block !== null) context.warn(statement, message('groovy.unknownBlock', { name: excerptForMessage(name) }));
  else if (value === undefined)
    context.warn(statement, message('groovy.withoutValue', { name: excerptForMessage(name) }));
  return value === undefined || block !== null ? [] : [[name, value]];
}
