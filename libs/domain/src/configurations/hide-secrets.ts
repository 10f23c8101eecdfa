import { clip, Invalid } from '../model/errors.ts';
import { isObject, type Json } from '../model/json.ts';
import { passwordMask } from '../model/variable.ts';
import { otherServerIn } from './other-server.ts';
import type { Properties } from './properties.ts';

/** Whether a property of an object is a secret; `type` is that of the nearest object that names one. */
export type IsSecret = (type: string, name: string) => boolean;

/** Properties without their secrets, which are elsewhere by where they belong: `/authentication/token`. */
export interface HiddenSecrets {
  /** The mask is in place of each secret. */
  readonly open: Properties;
  /** secrets in clear that were sent */
  readonly fresh: ReadonlyMap<string, string>;
  /** where a mask was sent for a secret that is stored */
  readonly kept: readonly string[];
}

/** The stored state: open properties, and the positions of the secrets. */
export interface StoredProperties {
  readonly open: Properties;
  readonly secrets: ReadonlySet<string>;
}

interface Position {
  readonly pointer: string;
  readonly type: string;
  readonly secret: boolean;
  /** The stored value at this position, if the types on the path are equal. */
  readonly before: Json | undefined;
}

/**
 * Takes the secrets out of the properties of a configuration of this type. A mask keeps the stored secret (compatibility.md,
 * Secrets), unless an object around it has another type now: a secret must not move to where a user could read it. A
 * stored secret stays a secret, even if its type does not declare it as one any more. Throws Invalid for a mask without
 * a stored secret, and for a mask in a configuration that leads to another server.
 */
export function hideSecrets(
  type: string,
  sent: Properties,
  before: StoredProperties | null,
  isSecret: IsSecret,
): HiddenSecrets {
  const fresh = new Map<string, string>();
  const kept: string[] = [];
  const isStored = ({ pointer, before: stored }: Pick<Position, 'pointer' | 'before'>): boolean =>
    stored !== undefined && before?.secrets.has(pointer) === true;
  const hide = (text: string, { pointer, before: stored }: Position): string => {
    if (text === '') return text;
    if (text !== passwordMask) fresh.set(pointer, text);
    else if (isStored({ pointer, before: stored })) kept.push(pointer);
    else throw new Invalid(`${written(pointer)}: the value is a mask, but no secret is stored`);
    return passwordMask;
  };
  const walk = (value: Json, spot: Position): Json => {
    if (Array.isArray(value)) return value.map((item, index) => walk(item, inside(spot, String(index), spot.secret)));
    if (isObject(value)) return members(value, into(spot, value));
    const isHidden = spot.secret || isStored(spot);
    return isHidden && (typeof value === 'string' || typeof value === 'number') ? hide(String(value), spot) : value;
  };
  const members = (object: Properties, spot: Position): Properties =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => {
        const secret = name !== 'type' && (spot.secret || isSecret(spot.type, name));
        return [name, walk(value, inside(spot, name, secret))];
      }),
    );
  const open = members(sent, { pointer: '', type, secret: false, before: before?.open });
  if (before !== null) requireSameServer(sent, before.open, kept);
  return { open, fresh, kept };
}

/**
 * Refuses to keep secrets in a configuration that leads to another server or proxy: its editor may not read them, and
 * that server could be the editor's own. Throws Invalid.
 */
function requireSameServer(sent: Properties, stored: Properties, kept: readonly string[]): void {
  const other = kept.length === 0 ? null : otherServerIn(sent, stored);
  if (other === null) return;
  const fields = clip(kept.map(written).toSorted().join(', '));
  throw new Invalid(`${fields}: '${clip(other)}' leads to another server than before: send the secret again, in clear`);
}

/** The properties with secrets, by where they belong, in the place of their masks. */
export function withSecrets(open: Properties, secrets: ReadonlyMap<string, string>): Properties {
  const walk = (value: Json, pointer: string): Json => {
    if (Array.isArray(value)) return value.map((item, index) => walk(item, below(pointer, String(index))));
    if (isObject(value)) return members(value, pointer);
    return secrets.get(pointer) ?? value;
  };
  const members = (object: Properties, pointer: string): Properties =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [name, walk(value, below(pointer, name))]));
  return members(open, '');
}

/** Whether the name of a property looks like that of a secret; for types without a definition. */
export const looksSecret = (name: string): boolean =>
  /pass(?:word|phrase|wd|code)|secret|token|credential|(?:api|private|access|signing)[-_.]?key/i.test(name);

const below = (pointer: string, name: string): string =>
  `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const written = (pointer: string): string => pointer.slice(1).replaceAll('/', '.').slice(0, 200);

/** An object that names its type is judged by that, and compared with one that has the same. */
function into(spot: Position, value: Properties): Position {
  const { before } = spot;
  const same = isObject(before) && before.type === value.type;
  return { ...spot, before: same ? before : undefined, type: typeof value.type === 'string' ? value.type : spot.type };
}

const inside = ({ pointer, type, before }: Position, name: string, secret: boolean): Position => ({
  pointer: below(pointer, name),
  type,
  secret,
  before: memberOf(before, name),
});

function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(name)];
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
