import type { CodePlanResponse } from '@slipway/api-schema/as-code';
import type { UncheckedMessage } from '@slipway/domain/messages';

type Change = CodePlanResponse['changes'][number];
type Value = Change['fields'][number]['before'];

/** A row of the planned changes: a field of an object that the apply creates or changes. */
export interface FieldRow {
  readonly key: string;
  /** The kind and path of the object, and `(new)` if the apply creates it. */
  readonly resource: string;
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** The maximum length of a displayed value, in characters. */
const maxTextLength = 2_000;

/** Returns the text of a value, cut to the maximum length; empty if the value is absent. */
export function textOf(value: Value): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}

/** Returns a row for each field, and one row for each change without fields. */
export const fieldRows = ({ changes }: CodePlanResponse): readonly FieldRow[] =>
  changes.flatMap(({ kind, path, action, fields }, at) => {
    const objectName = `${kind} ${path}${action === 'create' ? ' (new)' : ''}`;
    if (fields.length === 0) return [{ resource: objectName, key: String(at), field: '', before: '', after: '' }];
    return fields.map(({ field, before, after }, index) => ({
      resource: objectName,
      key: `${at} ${index}`,
      field,
      before: textOf(before),
      after: textOf(after),
    }));
  });

/** The response of an apply request. Command-line clients use the same response. */
export interface AppliedAnswer {
  readonly changes: {
    readonly ids: readonly {
      readonly kind: string;
      readonly created: readonly string[];
      readonly updated: readonly string[];
    }[];
  };
  readonly warnings?: readonly string[];
  readonly warningMessages?: readonly UncheckedMessage[];
}

/** A created or changed object. */
export interface AppliedRow {
  readonly kind: string;
  readonly id: string;
  readonly action: string;
}

export const appliedRows = ({ changes }: AppliedAnswer): readonly AppliedRow[] =>
  changes.ids.flatMap(({ kind, created, updated }) => [
    ...created.map((id) => ({ kind, id, action: 'Created' })),
    ...updated.map((id) => ({ kind, id, action: 'Changed' })),
  ]);
