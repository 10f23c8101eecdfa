import type { TaskTypeResponse } from '@slipway/api-schema/plans';
import type { Complete, CompletionOption } from '../../components/code/completion.ts';

/** The parts of a JSON Schema that completion uses. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly if?: Schema;
  readonly then?: Schema;
}

/** A part of the document around the cursor: the value of a member, or an item of a list. */
interface Frame {
  readonly column: number;
  /** The name of the member; null for an item. */
  readonly name: string | null;
  /** The names of the members of this part that are already there. */
  readonly members: Set<string>;
}

const linePattern = /^( *)((?:- +)*)(?:([\w$.-]+):(?: |$))?/;

/** Adds the parts that begin in a line, and removes those that have ended. Returns the column after the dashes. */
function enterLine(frames: Frame[], line: string): number {
  const [, indent = '', dashes = '', name] = linePattern.exec(line) ?? [];
  let column = indent.length;
  for (const dash of dashes.match(/- +/g) ?? []) {
    // A list may begin in the column of its member.
    while (frames.some((frame) => frame.column > column || (frame.column === column && frame.name === null)))
      frames.pop();
    frames.push({ column, name: null, members: new Set() });
    column += dash.length;
  }
  while (frames.length > 1 && (frames.at(-1)?.column ?? 0) >= column) frames.pop();
  if (name === undefined) return column;
  frames.at(-1)?.members.add(name);
  frames.push({ column, name, members: new Set() });
  return column;
}

const referenced = (root: Schema, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (root.$defs?.[schema.$ref.slice('#/$defs/'.length)] ?? {});

/** Whether the condition of a document holds for its kind. */
const holds = ({ properties }: Schema, kind: string): boolean => properties?.kind?.const === kind;

/** Returns the alternatives of a schema, without references. */
function alternatives(root: Schema, schema: Schema, kind: string): readonly Schema[] {
  const own = referenced(root, schema);
  const all = (own.allOf ?? []).flatMap((rule) =>
    rule.if === undefined || holds(rule.if, kind) ? alternatives(root, rule.then ?? rule, kind) : [],
  );
  return [own, ...(own.anyOf ?? []).flatMap((item) => alternatives(root, item, kind)), ...all];
}

/** Keeps the alternatives whose required members are there, if any: `template` decides what an entry is. */
function narrowed(schemas: readonly Schema[], members: ReadonlySet<string>): readonly Schema[] {
  const certain = schemas.filter(
    ({ required = [] }) => required.length > 0 && required.every((name) => members.has(name)),
  );
  return certain.length > 0 ? certain : schemas;
}

interface CursorContext {
  /** The schemas of the part at the cursor. */
  readonly schemas: readonly Schema[];
  readonly members: ReadonlySet<string>;
}

/** Follows the parts from the document to the cursor. */
function cursorContext(root: Schema, frames: readonly Frame[], kind: string): CursorContext {
  let schemas = alternatives(root, root, kind);
  let members: ReadonlySet<string> = new Set();
  for (const [index, frame] of frames.entries()) {
    const next = narrowed(schemas, members).flatMap((schema): readonly Schema[] => {
      if (index === 0) return [schema];
      const part = frame.name === null ? schema.items : schema.properties?.[frame.name];
      return part === undefined ? [] : alternatives(root, part, kind);
    });
    schemas = next;
    members = frame.members;
  }
  return { schemas: narrowed(schemas, members), members };
}

/** Returns the option that inserts a member. Lists and maps continue on the next line. */
const memberOption = (name: string, { type, properties, $ref }: Schema): CompletionOption => {
  const isNested = type === 'array' || type === 'object' || properties !== undefined || $ref !== undefined;
  return { label: name, text: isNested ? `${name}:` : `${name}: ` };
};

function memberOptions({ schemas, members }: CursorContext): readonly CompletionOption[] {
  const properties = new Map(schemas.flatMap((schema) => Object.entries(schema.properties ?? {})));
  return [...properties].filter(([name]) => !members.has(name)).map(([name, schema]) => memberOption(name, schema));
}

function valueOptions({ schemas }: CursorContext): readonly CompletionOption[] {
  const values = schemas.flatMap((schema) =>
    schema.type === 'boolean' ? [true, false] : [...(schema.enum ?? []), ...(schema.examples ?? [])],
  );
  return [...new Set(values.map(String))].map((label) => ({ label }));
}

/** Returns the schema with all installed task types as examples. */
function withTaskTypes(schema: Schema, types: readonly TaskTypeResponse[]): Schema {
  const task = schema.$defs?.task;
  if (task === undefined) return schema;
  const type = { ...task.properties?.type, examples: types.map((taskType) => taskType.type) };
  return { ...schema, $defs: { ...schema.$defs, task: { ...task, properties: { ...task.properties, type } } } };
}

/**
 * Returns a function that completes the names and values of members of YAML documents by their JSON Schema. Without the
 * installed task types, it offers those of the schema.
 */
export function completeYaml(schema: Schema, types?: readonly TaskTypeResponse[]): Complete {
  const root = types === undefined ? schema : withTaskTypes(schema, types);
  return (textBefore, isRequested) => {
    const lines = textBefore.split('\n');
    const start = lines.findLastIndex((line) => /^---(?: |$)/.test(line)) + 1;
    const [line = '', ...earlier] = lines.slice(start).toReversed();
    const frames: Frame[] = [{ column: -1, name: null, members: new Set() }];
    for (const text of earlier.toReversed()) if (!/^ *(?:#|$)/.test(text)) enterLine(frames, text);
    const kind = earlier.map((text) => /^kind: *(\w+)/.exec(text)?.[1]).find((name) => name !== undefined) ?? '';
    const value = /^ *(?:- +)*[\w$.-]+: +([\w./-]*)$/.exec(line);
    const member = /^ *(?:- +)*([\w$-]*)$/.exec(line);
    const word = (value ?? member)?.[1];
    if (word === undefined || (word === '' && !isRequested)) return null;
    enterLine(frames, value ? line : line.slice(0, line.length - word.length));
    const here = cursorContext(root, frames, kind);
    const options = value ? valueOptions(here) : memberOptions(here);
    return options.length === 0 ? null : { length: word.length, options };
  };
}
