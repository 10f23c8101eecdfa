type TextValue = string | number | null | undefined;

/**
 * Marks a text for the user: `t('Save')`, or with values: t`Delete ${title}`. The bundler replaces the mark by the text
 * in the language of the page. Without a bundle, the text is English.
 */
export const t = (text: string | TemplateStringsArray, ...values: readonly TextValue[]): string =>
  typeof text === 'string' ? text : String.raw({ raw: text }, ...values);

/**
 * Returns the text for a number, which replaces `#`: `plural(count, '# task', '# tasks')`. A translation has the forms
 * of its language.
 */
export const plural = (count: number, one: string, other: string): string =>
  (count === 1 ? one : other).replaceAll('#', String(count));
