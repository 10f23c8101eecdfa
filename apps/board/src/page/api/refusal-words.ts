import { t } from '../navigation/text.ts';
import { permissionName } from './permission-words.ts';
import { recentResponses } from './recent-responses.ts';

/** The body of an error response. */
export interface Problem {
  readonly detail: string;
  readonly code?: string;
  readonly params?: Readonly<Record<string, unknown>>;
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

function inWords(value: unknown, key: string): unknown {
  if (typeof value === 'string') {
    if (key !== 'permission') return knownTitle(value) ?? value;
    const name = permissionName(value);
    return name === value ? value : t`“${name}”`;
  }
  if (Array.isArray(value)) return value.map((item) => inWords(item, key));
  return isObject(value) ? (missingPermission(value) ?? membersInWords(value)) : value;
}

/** Returns the parameters of a message in words. An object of a message has its title beside its id. */
export const membersInWords = (value: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === 'id' && 'title' in value ? member : inWords(member, key),
    ]),
  );

/** Returns a refusal with the names of permissions, and with the titles of objects in recent responses. */
export function problemInWords({ detail, code, params = {} }: Problem): Problem {
  const words = missingPermission({ code, params }) ?? { code, params: membersInWords(params) };
  return { detail, ...(words.code !== undefined && { code: words.code }), params: { ...words.params } };
}
