import { t } from '../navigation/text.ts';
import type { DisplayMessage, ResponseMessage } from './language.ts';
import { permissionName } from './permission-words.ts';
import { recentResponses } from './recent-responses.ts';
import { asSentence } from './words/field-words.ts';

/** The body of an error response. */
export interface Problem {
  readonly detail: string;
  readonly code?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly revise?: ResponseMessage['revise'];
}

const lastSegment = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns the title of the object with the id, in a response; undefined if the response does not contain it. */
function titleIn(value: unknown, id: string): string | undefined {
  if (!isObject(value)) return undefined;
  if ('id' in value && typeof value.id === 'string' && lastSegment(value.id) === id)
    if ('title' in value && typeof value.title === 'string') return value.title;
  for (const member of Object.values(value)) {
    const title = titleIn(member, id);
    if (title !== undefined) return title;
  }
  return undefined;
}

/** Returns the title of an object by its id, if a recent response contains it. */
function knownTitle(id: string): string | undefined {
  if (!/^[A-Z][\w/-]*\d[\w-]*$/.test(id)) return undefined;
  for (const response of recentResponses()) {
    const title = titleIn(response, lastSegment(id));
    if (title !== undefined) return title;
  }
  return undefined;
}

/** Returns a missing permission in words; undefined for another message. */
function missingPermission(message: object): { readonly code: string; readonly params: object } | undefined {
  if (!('code' in message) || message.code !== 'permission.missing') return undefined;
  const params = 'params' in message && isObject(message.params) ? message.params : {};
  const name = permissionName('permission' in params ? String(params.permission) : '');
  const title = 'id' in params ? knownTitle(String(params.id)) : undefined;
  const text =
    title === undefined ? t`You need the permission “${name}”.` : t`You need the permission “${name}” on “${title}”.`;
  return { code: 'text.plain', params: { text } };
}

/** Returns the title of the task in the parameters of a message. */
function taskTitle(params: object): string {
  const task = 'task' in params && isObject(params.task) ? params.task : {};
  return 'title' in task ? String(task.title) : '';
}

/** Returns the texts of a list of plain texts. */
const plainTexts = (list: unknown): readonly string[] =>
  (Array.isArray(list) ? list : []).flatMap((item) => {
    const params: unknown = isObject(item) && 'params' in item ? item.params : null;
    return isObject(params) ? Object.values(params).map(String) : [];
  });

/** Texts in the words of the page for messages that name fields of REST, by the code of the message. */
const fieldTexts = new Map<unknown, (params: object) => string>([
  [
    'runAs.required',
    (params) => t`Set “Run scripts as” in Properties first: the task “${taskTitle(params)}” creates a release.`,
  ],
  [
    'triggerFault.withoutRunAs',
    (params) =>
      t`Set “Run scripts as” in the properties of the template: its task “${taskTitle(params)}” creates a release.`,
  ],
  [
    'triggerFault.missingValues',
    (params) => t`Enter values for the variables: ${plainTexts('keys' in params ? params.keys : null).join(', ')}`,
  ],
  ['triggerFault.withoutTemplate', () => t('Select a template.')],
]);

/** Returns a message in the words of the page; undefined for a message without such words. */
function messageInWords(message: object): { readonly code: string; readonly params: object } | undefined {
  const params = 'params' in message && isObject(message.params) ? message.params : {};
  const text = 'code' in message ? fieldTexts.get(message.code)?.(params) : undefined;
  return text === undefined ? missingPermission(message) : { code: 'text.plain', params: { text } };
}

function inWords(value: unknown, key: string): unknown {
  if (typeof value === 'string') {
    if (key !== 'permission') return knownTitle(value) ?? value;
    const name = permissionName(value);
    return name === value ? value : t`“${name}”`;
  }
  if (Array.isArray(value)) return value.map((item) => inWords(item, key));
  return isObject(value) ? (messageInWords(value) ?? membersInWords(value)) : value;
}

/** Returns the parameters of a message in words. An object of a message has its title beside its id. */
export const membersInWords = (value: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === 'id' && 'title' in value ? member : inWords(member, key),
    ]),
  );

/**
 * Returns a refusal as a sentence with the names of permissions, the labels of fields, and the titles of objects in
 * recent responses.
 */
export function problemInWords({ detail, code, params = {} }: Problem): Problem {
  const words = messageInWords({ code, params }) ?? { code, params: membersInWords(params) };
  return {
    detail,
    ...(words.code !== undefined && { code: words.code }),
    ...(words.code !== undefined && words.code !== 'text.plain' && { revise: asSentence }),
    params: { ...words.params },
  };
}

/** Returns a message of another response in the words of the page, as a sentence. */
export function responseInWords(message: DisplayMessage): DisplayMessage {
  if (typeof message === 'string') return message;
  const { code = message.code, params = {}, revise } = problemInWords({ ...message, detail: message.sentence });
  return { code, params, sentence: message.sentence, revise };
}
