import { parseExactly } from '../../api/exact-json.ts';
import type { DraftFormat } from '../../api/session.ts';
import { formatValue, parseValue } from '../variables/value-text.ts';
import { entriesOf } from './entries.ts';
import type { FieldSpec } from './field-specs.ts';

/** The values of an object by field name. The prefix `pythonScript.` marks the fields of the script of a task. */
export type Values = ReadonlyMap<string, unknown>;

/** The input of a field, and its stored value (`base`) when the user began to edit. */
export interface FieldInput {
  readonly text: string;
  readonly base: unknown;
  /** Whether the text is a password, which is not stored in the browser. */
  readonly isSecret?: true;
}

/** The unsaved inputs, by field name. */
export type Draft = ReadonlyMap<string, FieldInput>;

/** Parses an entry of a stored draft; nothing if it is invalid. */
function storedEntry(entry: unknown): readonly (readonly [string, FieldInput])[] {
  if (!Array.isArray(entry)) return [];
  const [name, text, base]: readonly unknown[] = entry;
  return typeof name === 'string' && typeof text === 'string' ? [[name, { text, base }]] : [];
}

/** How a draft survives a reload: as JSON without passwords. */
export const draftFormat: DraftFormat<Draft> = {
  write: (draft) => {
    const entries = [...draft].filter(([, { isSecret }]) => isSecret !== true);
    return entries.length === 0
      ? null
      : JSON.stringify(entries.map(([name, { text, base }]) => [name, text, ...(base === undefined ? [] : [base])]));
  },
  read: (text) => {
    const entries: unknown = parseExactly(text);
    return Array.isArray(entries) ? new Map(entries.flatMap(storedEntry)) : undefined;
  },
};

const nestedMember = 'pythonScript';

export function valuesOf(task: object): Values {
  const all = new Map<string, unknown>(Object.entries(task));
  for (const [name, value] of entriesOf(all.get(nestedMember))) all.set(`${nestedMember}.${name}`, value);
  return all;
}

/** Returns the id of a reference, which is an id or an object with an id. */
const idOf = (value: unknown): unknown => entriesOf(value).find(([name]) => name === 'id')?.[1] ?? value;

/** Returns the text of a value for its input control. */
export function textFor({ kind }: FieldSpec, value: unknown): string {
  if (kind === 'text') return formatValue(kind, idOf(value));
  if (kind === 'minutes') return typeof value === 'number' && value > 0 ? String(value / 60) : '';
  return formatValue(kind === 'list' ? 'texts' : kind, value);
}

/** Returns the REST value of an input. */
export function valueFor({ kind, isNullable: isNull }: FieldSpec, text: string) {
  if (kind === 'minutes') {
    if (text.trim() === '') return null;
    return Number.isFinite(Number(text)) ? Math.round(Number(text) * 60) : text;
  }
  if (kind === 'boolean') return text === 'true';
  if (text === '' && isNull === true) return null;
  return parseValue(kind === 'list' ? 'texts' : kind, text);
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the unsaved input of a field, or else the text of its stored value. */
export const fieldText = (spec: FieldSpec, draft: Draft, stored: Values): string =>
  draft.get(spec.name)?.text ?? textFor(spec, stored.get(spec.name));

/** Returns the number of fields with a value, without checkboxes and fields that always have one. */
export const countValues = (specs: readonly FieldSpec[], draft: Draft, stored: Values): number =>
  specs.filter(
    (spec) =>
      spec.kind !== 'boolean' &&
      !(spec.options !== undefined && spec.isNullable === false) &&
      fieldText(spec, draft, stored) !== '',
  ).length;

/** Returns the name of the field that an error of the server begins with; null if it begins with none of them. */
export const fieldOfError = (specs: readonly FieldSpec[], sentence: string): string | null =>
  specs.find(({ name }) => sentence.startsWith(`${name}: `))?.name ?? null;

/** Returns the draft without inputs that equal the stored values, for example after another user saved the same. */
export function withoutSaved(draft: Draft, specs: readonly FieldSpec[], stored: Values): Draft {
  const unsaved = [...draft].filter(([name, { text }]) => {
    const spec = specs.find((candidate) => candidate.name === name);
    return spec === undefined || text !== textFor(spec, stored.get(name));
  });
  return unsaved.length === draft.size ? draft : new Map(unsaved);
}

/** Returns the draft with an input. Removes the field if the text equals its stored value. */
export function withInput(draft: Draft, spec: FieldSpec, text: string, stored: Values): Draft {
  const next = new Map(draft);
  const base = draft.has(spec.name) ? draft.get(spec.name)?.base : stored.get(spec.name);
  if (text === textFor(spec, stored.get(spec.name))) next.delete(spec.name);
  else next.set(spec.name, { text, base, ...(spec.kind === 'password' && { isSecret: true }) });
  return next;
}

/** Returns the fields whose stored value has changed since the user began to edit, and differs from the input. */
export const conflictsIn = (specs: readonly FieldSpec[], draft: Draft, stored: Values): readonly FieldSpec[] =>
  specs.filter((spec) => {
    const input = draft.get(spec.name);
    if (input === undefined || isSame(input.base, stored.get(spec.name))) return false;
    return input.text !== textFor(spec, stored.get(spec.name));
  });

/** Returns the draft without the conflict of a field: the input of the user overwrites the stored value. */
export function keepInput(draft: Draft, { name }: FieldSpec, stored: Values): Draft {
  const input = draft.get(name);
  return input === undefined ? draft : new Map(draft).set(name, { ...input, base: stored.get(name) });
}

/** Returns the draft without the input of a field. */
export function discardInput(draft: Draft, { name }: Pick<FieldSpec, 'name'>): Draft {
  const next = new Map(draft);
  next.delete(name);
  return next;
}

/**
 * Returns the fields that apply to the present values of the other fields. A field with a conflict or with the error
 * `errorName` is always included.
 */
export const applicableFields = (
  fields: readonly FieldSpec[],
  draft: Draft,
  stored: Values,
  errorName?: string,
): readonly FieldSpec[] => {
  const textOf = (name: string): string => {
    const spec = fields.find((candidate) => candidate.name === name);
    return spec === undefined ? '' : fieldText(spec, draft, stored);
  };
  return fields.filter(
    (spec) =>
      (spec.appliesTo ?? []).every(([name, values]) => values.includes(textOf(name))) ||
      spec.name === errorName ||
      conflictsIn([spec], draft, stored).length > 0,
  );
};

/** Returns the changes of a draft as a request body. */
export function changesIn(
  specs: readonly FieldSpec[],
  draft: Draft,
  stored: Values,
): Readonly<Record<string, unknown>> {
  const changes = specs.flatMap((spec) => {
    const input = draft.get(spec.name);
    return input === undefined ? [] : [[spec.name, valueFor(spec, input.text)] as const];
  });
  const isNested = ([name]: readonly [string, unknown]): boolean => name.startsWith(`${nestedMember}.`);
  const nestedChanges = changes
    .filter(isNested)
    .map(([name, value]) => [name.slice(nestedMember.length + 1), value] as const);
  return {
    ...Object.fromEntries(changes.filter((a) => !isNested(a))),
    ...(nestedChanges.length > 0 && {
      [nestedMember]: Object.fromEntries([...entriesOf(stored.get(nestedMember)), ...nestedChanges]),
    }),
  };
}
