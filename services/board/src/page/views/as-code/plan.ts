import type { CodePlanAnswer } from '@slipway/wire';

type Change = CodePlanAnswer['changes'][number];
type Value = Change['fields'][number]['before'];

/** A field that would change, of something that would be made or changed. */
export interface FieldRow {
  readonly key: string;
  /** what it is, and whether it is new */
  readonly thing: string;
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** Of a longer text only the beginning is shown. */
const longest = 2_000;

/** A value for display; empty if absent. */
export function textOf(value: Value): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** A row for each field, and one for what has none. */
export const fieldRows = ({ changes }: CodePlanAnswer): readonly FieldRow[] =>
  changes.flatMap(({ kind, path, action, fields }, at) => {
    const thing = `${kind} ${path}${action === 'create' ? ' (new)' : ''}`;
    if (fields.length === 0) return [{ thing, key: String(at), field: '', before: '', after: '' }];
    return fields.map(({ field, before, after }, index) => ({
      thing,
      key: `${at} ${index}`,
      field,
      before: textOf(before),
      after: textOf(after),
    }));
  });

/** The result of an apply, as for command lines. */
export interface AppliedAnswer {
  readonly changes: {
    readonly ids: readonly {
      readonly kind: string;
      readonly created: readonly string[];
      readonly updated: readonly string[];
    }[];
  };
  readonly warnings?: readonly string[];
}

/** Something that was made or changed. */
export interface AppliedRow {
  readonly kind: string;
  readonly id: string;
  readonly action: string;
}

export const appliedRows = ({ changes }: AppliedAnswer): readonly AppliedRow[] =>
  changes.ids.flatMap(({ kind, created, updated }) => [
    ...created.map((id) => ({ kind, id, action: 'Was created' })),
    ...updated.map((id) => ({ kind, id, action: 'Was changed' })),
  ]);

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;

/** The sentence in a refusal that is meant for command lines; other refusals are sentences already. */
export function sentenceIn(refusal: string): string {
  if (!refusal.startsWith('{')) return refusal;
  try {
    const errors = memberOf(JSON.parse(refusal), 'errors');
    const sentence = memberOf(errors, 'generic') ?? memberOf(memberOf(errors, 'document'), 'problem');
    return typeof sentence === 'string' ? sentence : refusal;
  } catch {
    return refusal;
  }
}
