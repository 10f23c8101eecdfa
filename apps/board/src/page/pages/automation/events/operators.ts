import { t } from '../../../navigation/text.ts';

/** The operators of the conditions of a filter, in words. */
export const operatorLabels: Readonly<Record<string, string>> = {
  EQUALS: t('is equal to'),
  NOT_EQUALS: t('is not equal to'),
  INCLUDES: t('contains'),
  NOT_INCLUDES: t('does not contain'),
  STARTS_WITH: t('starts with'),
  ENDS_WITH: t('ends with'),
  GREATER_THAN: t('is greater than'),
  LESS_THAN: t('is less than'),
  EXISTS: t('exists'),
  NOT_EXISTS: t('does not exist'),
};

/** The operators without a value. */
const unaryOperators: ReadonlySet<unknown> = new Set(['EXISTS', 'NOT_EXISTS']);

interface Expression {
  readonly path?: unknown;
  readonly operator?: unknown;
  readonly value?: unknown;
}

/** Returns a condition in words, such as `event.ref is equal to main`. */
export function conditionInWords({ path, operator, value }: Expression): string {
  const start = `${path} ${operatorLabels[String(operator)] ?? String(operator)}`;
  return unaryOperators.has(operator) ? start : `${start} ${value}`;
}
