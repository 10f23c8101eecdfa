import { message, type Warn } from '@slipway/domain/messages';
import { isObject, type Json, passwordMask } from '@slipway/domain/model';
import { toSingleLine } from '../errors/bad-file.ts';
import type { Members } from './members.ts';

/**
 * Matches values that another server has encrypted (`{aes:v0}…`), and our own encrypted form. This server can decrypt
 * neither (file-formats.md, .xlr).
 */
const sealed = /^(?:\{(?:aes|b64|des|pbe)[\w:.-]{0,20}\}|v1\.[0-9a-f]{8}\.)/;

/** Whether a value is a mask or an encrypted value, which this server cannot use. */
export const isForeignSecret = (value: Json | undefined): boolean =>
  typeof value === 'string' && (value === passwordMask || sealed.test(value));

/** Members with plain texts, which never contain secrets. */
const textMembers = new Set(['title', 'description', 'comments', 'tasks', 'flagComment']);

/** Removes the secrets of other servers from an object, at any depth. Warns about the path of each. */
export function withoutForeignSecrets(members: Members, warn: Warn, pathPrefix = ''): Members {
  const changed = Object.entries(members).flatMap(([name, value]): [string, Json][] => {
    if (pathPrefix === '' && textMembers.has(name)) return [];
    const path = `${pathPrefix}${name}`;
    if (isForeignSecret(value)) {
      warn(message('file.foreignSecret', { path: toSingleLine(path) }));
      return [[name, null]];
    }
    const converted = withoutSecretsInside(value, warn, path);
    return converted === value ? [] : [[name, converted]];
  });
  return changed.length === 0 ? members : { ...members, ...Object.fromEntries(changed) };
}

function withoutSecretsInside(value: Json, warn: Warn, path: string): Json {
  if (isObject(value)) return withoutForeignSecrets(value, warn, `${path}.`);
  if (!isList(value)) return value;
  const items = value.map((item, index) => withoutSecretsInside(item, warn, `${path}.${index}`));
  return items.some((item, index) => item !== value[index]) ? items : value;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
