import type { CodePlanResponse } from '@slipway/api-schema/as-code';
import type { UncheckedMessage } from '@slipway/domain/messages';
import { t } from '../../navigation/text.ts';

type Change = CodePlanResponse['changes'][number];
type Value = Change['fields'][number]['before'];

/** An object that the apply creates or changes. */
export interface ChangedObject {
  readonly kind: string;
  readonly path: string;
  readonly isNew: boolean;
  readonly fields: readonly { readonly field: string; readonly before: string; readonly after: string }[];
}

/** The maximum length of a displayed value, in characters. */
const maxTextLength = 2_000;

/** The maximum length of a list or object in one line, in characters. */
const maxLineLength = 40;

function formatValue(value: Exclude<Value, undefined>): string {
  if (typeof value === 'string') return value;
  const line = JSON.stringify(value);
  return line.length > maxLineLength ? JSON.stringify(value, null, 2) : line;
}

/** Returns the text of a value, cut to the maximum length; empty if the value is absent. */
export function textOf(value: Value): string {
  if (value === undefined) return '';
  const text = formatValue(value);
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}

/** Returns the changed objects of a plan, with the texts of their fields. */
export const changedObjects = ({ changes }: CodePlanResponse): readonly ChangedObject[] =>
  changes.map(({ kind, path, action, fields }) => ({
    kind,
    path,
    isNew: action === 'create',
    fields: fields.map(({ field, before, after }) => ({ field, before: textOf(before), after: textOf(after) })),
  }));

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
    ...created.map((id) => ({ kind, id, action: t('Created') })),
    ...updated.map((id) => ({ kind, id, action: t('Changed') })),
  ]);
