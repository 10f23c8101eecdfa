import { formatValue, parseValue } from '../variables/value-text.ts';
import type { FieldSpec } from './field-specs.ts';

/** The values of a task by the names of its fields. The prefix `pythonScript.` marks those of its script. */
export type Values = ReadonlyMap<string, unknown>;

/** The input of a field, and the value of the field when the user began to type. */
export interface FieldInput {
  readonly text: string;
  readonly base: unknown;
}

/** The unsaved inputs, by the names of the fields. */
export type Draft = ReadonlyMap<string, FieldInput>;

const nestedMember = 'pythonScript';

/** The members of what is an object; of anything else none. */
export const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

export function valuesOf(task: object): Values {
  const all = new Map<string, unknown>(Object.entries(task));
  for (const [name, value] of entriesOf(all.get(nestedMember))) all.set(`${nestedMember}.${name}`, value);
  return all;
}

/** A reference of a task: an id, or an object. */
const idOf = (value: unknown): unknown => entriesOf(value).find(([name]) => name === 'id')?.[1] ?? value;

/** A value as it is typed. */
export function textFor({ kind }: FieldSpec, value: unknown): string {
  if (kind === 'text') return formatValue(kind, idOf(value));
  if (kind === 'minutes') return typeof value === 'number' && value > 0 ? String(value / 60) : '';
  return formatValue(kind === 'several' ? 'texts' : kind, value);
}

/** The input in the form of REST. */
export function valueFor({ kind, isNullable: isNull }: FieldSpec, text: string) {
  if (kind === 'minutes') {
    if (text.trim() === '') return null;
    return Number.isFinite(Number(text)) ? Math.round(Number(text) * 60) : text;
  }
  if (kind === 'truth') return text === 'true';
  if (text === '' && isNull === true) return null;
  return parseValue(kind === 'several' ? 'texts' : kind, text);
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The input of a field, or its stored value. */
export const fieldText = (spec: FieldSpec, draft: Draft, stored: Values): string =>
  draft.get(spec.name)?.text ?? textFor(spec, stored.get(spec.name));

/** The draft with a new input. An unchanged value is no change, except for a password, which is unknown. */
export function withInput(draft: Draft, spec: FieldSpec, text: string, stored: Values): Draft {
  const next = new Map(draft);
  const base = draft.has(spec.name) ? draft.get(spec.name)?.base : stored.get(spec.name);
  if (text === textFor(spec, base) && isSame(base, stored.get(spec.name))) next.delete(spec.name);
  else next.set(spec.name, { text, base });
  return next;
}

/** The fields of a draft that hold something else by now than when their typing began, and than what was typed. */
export const conflictsIn = (specs: readonly FieldSpec[], draft: Draft, stored: Values): readonly FieldSpec[] =>
  specs.filter((spec) => {
    const input = draft.get(spec.name);
    if (input === undefined || isSame(input.base, stored.get(spec.name))) return false;
    return input.text !== textFor(spec, stored.get(spec.name));
  });

/** Keeps the user's value over a concurrent change. */
export function keepInput(draft: Draft, { name }: FieldSpec, stored: Values): Draft {
  const input = draft.get(name);
  return input === undefined ? draft : new Map(draft).set(name, { ...input, base: stored.get(name) });
}

/** The draft without what was typed into a field. */
export function discardInput(draft: Draft, { name }: FieldSpec): Draft {
  const next = new Map(draft);
  next.delete(name);
  return next;
}

/** The changes of a draft as the body of a request. */
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
