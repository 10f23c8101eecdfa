import { message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { isObject, type Json } from '../model/json.ts';
import { passwordMask } from '../model/variable.ts';
import { changedServerIn } from './changed-server.ts';
import type { Properties } from './properties.ts';

/** Whether a property is a secret. `type` is the type of the nearest enclosing object with a type. */
export type IsSecret = (type: string, name: string) => boolean;

/** Properties with masked secrets, and the secrets by JSON pointer, such as `/authentication/token`. */
export interface HiddenSecrets {
  /** The properties with a mask instead of each secret. */
  readonly open: Properties;
  /** The sent secrets in plain text. */
  readonly newSecrets: ReadonlyMap<string, string>;
  /** The pointers of stored secrets for which a mask was sent. */
  readonly keptPointers: readonly string[];
}

/** The stored properties: masked values, and the pointers of the secrets. */
export interface StoredProperties {
  readonly open: Properties;
  readonly secrets: ReadonlySet<string>;
}

interface Position {
  readonly pointer: string;
  readonly type: string;
  readonly secret: boolean;
  /** The stored value at this pointer, if the types on the path are equal. */
  readonly before: Json | undefined;
}

/**
 * Separates the secrets from the properties of a configuration of this type. A mask keeps the stored secret
 * (compatibility.md, Secrets), unless the type of an enclosing object has changed: a secret must not move to a property
 * that a user could read. A stored secret stays a secret, even if its type no longer declares it as one. Throws Invalid
 * for a mask without a stored secret, and for a mask in a configuration with another server.
 */
export function hideSecrets(
  type: string,
  sent: Properties,
  before: StoredProperties | null,
  isSecret: IsSecret,
): HiddenSecrets {
  const newSecrets = new Map<string, string>();
  const keptPointers: string[] = [];
  const isStored = ({ pointer, before: stored }: Pick<Position, 'pointer' | 'before'>): boolean =>
    stored !== undefined && before?.secrets.has(pointer) === true;
  const hide = (text: string, { pointer, before: stored }: Position): string => {
    if (text === '') return text;
    if (text !== passwordMask) newSecrets.set(pointer, text);
    else if (isStored({ pointer, before: stored })) keptPointers.push(pointer);
    else throw new Invalid(message('secret.maskWithoutSecret', { field: fieldPath(pointer) }));
    return passwordMask;
  };
  const walk = (value: Json, position: Position): Json => {
    if (Array.isArray(value))
      return value.map((item, index) => walk(item, childPosition(position, String(index), position.secret)));
    if (isObject(value)) return members(value, enterObject(position, value));
    const isHidden = position.secret || isStored(position);
    return isHidden && (typeof value === 'string' || typeof value === 'number') ? hide(String(value), position) : value;
  };
  const members = (object: Properties, position: Position): Properties =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => {
        const secret = name !== 'type' && (position.secret || isSecret(position.type, name));
        return [name, walk(value, childPosition(position, name, secret))];
      }),
    );
  const open = members(sent, { pointer: '', type, secret: false, before: before?.open });
  if (before !== null) requireSameServer(sent, before.open, keptPointers);
  return { open, newSecrets, keptPointers };
}

/** The maximum number of fields in an error message. */
const maxShownFields = 5;

/**
 * Requires all secrets to be sent again if the server or proxy of a configuration changes. Its editor cannot read the
 * stored secrets, and the new server could belong to the editor. Throws Invalid.
 */
function requireSameServer(sent: Properties, stored: Properties, keptPointers: readonly string[]): void {
  const changedServer = keptPointers.length === 0 ? null : changedServerIn(sent, stored);
  if (changedServer === null) return;
  const fields = keptPointers.map(fieldPath).toSorted();
  const shownFields = fields.slice(0, maxShownFields).map((text) => message('quote.plain', { text }));
  const more = fields.length - shownFields.length;
  throw new Invalid(message('secret.serverChanged', { fields: shownFields, more, server: changedServer }));
}

/** Returns the properties with the secrets instead of their masks. `secrets` is keyed by JSON pointer. */
export function withSecrets(open: Properties, secrets: ReadonlyMap<string, string>): Properties {
  const walk = (value: Json, pointer: string): Json => {
    if (Array.isArray(value)) return value.map((item, index) => walk(item, childPointer(pointer, String(index))));
    if (isObject(value)) return members(value, pointer);
    return secrets.get(pointer) ?? value;
  };
  const members = (object: Properties, pointer: string): Properties =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [name, walk(value, childPointer(pointer, name))]));
  return members(open, '');
}

/** Whether a property is a secret by its name. Used for types without a definition. */
export const looksSecret = (name: string): boolean =>
  /pass(?:word|phrase|wd|code)|secret|token|credential|(?:api|private|access|signing)[-_.]?key/i.test(name);

const childPointer = (pointer: string, name: string): string =>
  `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const fieldPath = (pointer: string): string => pointer.slice(1).replaceAll('/', '.').slice(0, 200);

/** The type of an object applies to its properties. They are compared only with a stored object of the same type. */
function enterObject(position: Position, value: Properties): Position {
  const { before } = position;
  const same = isObject(before) && before.type === value.type;
  return {
    ...position,
    before: same ? before : undefined,
    type: typeof value.type === 'string' ? value.type : position.type,
  };
}

const childPosition = ({ pointer, type, before }: Position, name: string, secret: boolean): Position => ({
  pointer: childPointer(pointer, name),
  type,
  secret,
  before: memberOf(before, name),
});

function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(name)];
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
