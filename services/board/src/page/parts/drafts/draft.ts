import { readIn, textIn } from '../variables/typed.ts';
import type { FieldSpec } from './spec.ts';

/** What a task has, by the names of its fields; those of a script in it have `pythonScript.` before them. */
export type Values = ReadonlyMap<string, unknown>;

/** What was typed into a field, and what that held when the typing began. */
export interface Typed {
  readonly text: string;
  readonly base: unknown;
}

/** What was typed and not saved, by the names of the fields. */
export type Draft = ReadonlyMap<string, Typed>;

const within = 'pythonScript';

/** The members of what is an object; of anything else none. */
export const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

export function valuesOf(task: object): Values {
  const all = new Map<string, unknown>(Object.entries(task));
  for (const [name, value] of entriesOf(all.get(within))) all.set(`${within}.${name}`, value);
  return all;
}

/** What a task has of a thing that it names: its id, or the thing. */
const named = (value: unknown): unknown => entriesOf(value).find(([name]) => name === 'id')?.[1] ?? value;

/** A value as it is typed. */
export function textFor({ kind }: FieldSpec, value: unknown): string {
  if (kind === 'text') return textIn(kind, named(value));
  if (kind === 'minutes') return typeof value === 'number' && value > 0 ? String(value / 60) : '';
  return textIn(kind === 'several' ? 'texts' : kind, value);
}

/** What was typed, as REST takes it. */
export function valueFor({ kind, isNull }: FieldSpec, text: string) {
  if (kind === 'minutes') {
    if (text.trim() === '') return null;
    return Number.isFinite(Number(text)) ? Math.round(Number(text) * 60) : text;
  }
  if (kind === 'truth') return text === 'true';
  if (text === '' && isNull === true) return null;
  return readIn(kind === 'several' ? 'texts' : kind, text);
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The input of a field, or its stored value. */
export const shownIn = (spec: FieldSpec, draft: Draft, now: Values): string =>
  draft.get(spec.name)?.text ?? textFor(spec, now.get(spec.name));

/** The draft with a new input. An unchanged value is no change, except for a password, which is unknown. */
export function typedInto(draft: Draft, spec: FieldSpec, text: string, now: Values): Draft {
  const next = new Map(draft);
  const base = draft.has(spec.name) ? draft.get(spec.name)?.base : now.get(spec.name);
  if (text === textFor(spec, base) && isSame(base, now.get(spec.name))) next.delete(spec.name);
  else next.set(spec.name, { text, base });
  return next;
}

/** The fields of a draft that hold something else by now than when their typing began, and than what was typed. */
export const conflictsIn = (specs: readonly FieldSpec[], draft: Draft, now: Values): readonly FieldSpec[] =>
  specs.filter((spec) => {
    const typed = draft.get(spec.name);
    if (typed === undefined || isSame(typed.base, now.get(spec.name))) return false;
    return typed.text !== textFor(spec, now.get(spec.name));
  });

/** Keeps the user's value over a concurrent change. */
export function kept(draft: Draft, { name }: FieldSpec, now: Values): Draft {
  const typed = draft.get(name);
  return typed === undefined ? draft : new Map(draft).set(name, { ...typed, base: now.get(name) });
}

/** The draft without what was typed into a field. */
export function dropped(draft: Draft, { name }: FieldSpec): Draft {
  const next = new Map(draft);
  next.delete(name);
  return next;
}

/** The changes of a draft as the body of a request. */
export function changesIn(specs: readonly FieldSpec[], draft: Draft, now: Values): Readonly<Record<string, unknown>> {
  const changed = specs.flatMap((spec) => {
    const typed = draft.get(spec.name);
    return typed === undefined ? [] : [[spec.name, valueFor(spec, typed.text)] as const];
  });
  const isInside = ([name]: readonly [string, unknown]): boolean => name.startsWith(`${within}.`);
  const inside = changed.filter(isInside).map(([name, value]) => [name.slice(within.length + 1), value] as const);
  return {
    ...Object.fromEntries(changed.filter((one) => !isInside(one))),
    ...(inside.length > 0 && { [within]: Object.fromEntries([...entriesOf(now.get(within)), ...inside]) }),
  };
}
