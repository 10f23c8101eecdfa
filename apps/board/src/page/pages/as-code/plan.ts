import type { CodePlanResponse } from '@slipway/api-schema/as-code';
import type { UncheckedMessage } from '@slipway/domain/messages';

type Change = CodePlanResponse['changes'][number];
type Value = Change['fields'][number]['before'];

/** A field that would change, of something that would be made or changed. */
export interface FieldRow {
  readonly key: string;
  /** what it is, and whether it is new */
  readonly resource: string;
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** Of a longer text only the beginning is shown. */
const maxTextLength = 2_000;

/** A value for display; empty if absent. */
export function textOf(value: Value): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}

/** A row for each field, and one for what has none. */
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
  readonly warningMessages?: readonly UncheckedMessage[];
}

/** Something that was made or changed. */
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
