import type { MessagePart } from '@slipway/domain/messages';
import type { DisplayMessage } from '../../api/language.ts';
import { labelOf } from '../../api/words/field-words.ts';
import { t } from '../../navigation/text.ts';
import { flagOptions, recoverOptions } from '../fields/options.ts';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A message within the parameters of another one. */
interface Nested {
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const isNested = (value: unknown): value is Nested =>
  isObject(value) && 'code' in value && typeof value.code === 'string' && 'params' in value && isObject(value.params);

/** The labels of the values of a field with options. */
const optionLabels = new Map<unknown, ReadonlyMap<unknown, string>>([
  ['flagStatus', new Map(flagOptions)],
  ['taskRecoverOp', new Map(recoverOptions)],
]);

/** The earliest and latest time that a number is shown as. */
const [minTime, maxTime] = [Date.UTC(2000, 0), Date.UTC(2100, 0)];
const minute = 60_000;

/**
 * Returns a time for a number of a variable. The log has no types: a number of whole minutes since 1970 in this century
 * is a date.
 */
function timeOf(field: unknown, json: unknown): number | null {
  const at = field === 'value' && typeof json === 'string' && /^\d{12,13}$/.test(json) ? Number(json) : Number.NaN;
  return at >= minTime && at < maxTime && at % minute === 0 ? at : null;
}

/** Returns a value of a field in words: a date, yes or no, or the label of an option. */
function valueInWords(field: unknown, value: unknown): unknown {
  if (!isNested(value)) return value;
  const { code, params } = value;
  const at = timeOf(field, params.json);
  if (at !== null) return { code: 'value.time', params: { at } };
  if (params.json === 'true' || params.json === 'false')
    return { code: 'text.plain', params: { text: params.json === 'true' ? t('yes') : t('no') } };
  const word = code === 'quote.text' ? optionLabels.get(field)?.get(params.text) : undefined;
  return word === undefined ? value : { code, params: { text: word } };
}

/** Whether a value is an id, or a list of ids. */
const isId = (value: unknown): boolean =>
  isNested(value) && /^(?:Applications\/|(?:Variable|Task|Release|Folder)[0-9a-f]{32})/.test(String(value.params.text));

/** Returns a change of a field in words. Ids are left out. */
function changeInWords({ code, params }: Nested): Nested {
  const { field, before, after } = params;
  const label = labelOf(String(field));
  // The text of a change has field names in lower case.
  const name = label === null ? field : t`“${label.toLowerCase()}”`;
  if (isId(before) || isId(after)) return { code: 'change.field', params: { field: name } };
  return {
    code,
    params: {
      ...params,
      field: name,
      ...('before' in params && { before: valueInWords(field, before) }),
      ...('after' in params && { after: valueInWords(field, after) }),
    },
  };
}

const isChange = ({ code }: Pick<Nested, 'code'>): boolean => /^change\.(?:field|to|fromTo)$/.test(code);

/** Returns a message of the activity log, or a change of a field, with the words of the forms. */
export function logInWords(message: DisplayMessage): DisplayMessage {
  if (typeof message === 'string') return message;
  if (isChange(message)) return { ...message, ...changeInWords(message) };
  const { changes } = message.params;
  if (!Array.isArray(changes)) return message;
  return {
    ...message,
    params: {
      ...message.params,
      changes: changes.map((change: unknown) =>
        isNested(change) && isChange(change) ? changeInWords(change) : change,
      ),
    },
  };
}

/** Replaces the word before the title of the plan. The catalog has one text for entries of releases and templates. */
const asTemplate = (parts: readonly MessagePart[]): readonly MessagePart[] =>
  parts.map((part) =>
    part.kind === 'text' ? { ...part, text: part.text.replace(/\brelease (['“])$/, 'template $1') } : part,
  );

/** Returns a message of the log of a template, with the words of the forms. */
export function templateLogInWords(message: DisplayMessage): DisplayMessage {
  const words = logInWords(message);
  return typeof words === 'string' ? words : { ...words, revise: asTemplate };
}
