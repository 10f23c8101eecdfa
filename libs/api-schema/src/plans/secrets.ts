import { isOwnSecret, type Json, passwordMask, soleKey } from '@slipway/domain/model';

type Properties = Readonly<Record<string, Json>>;

/** The rules to recognize and encrypt secrets in the properties of tasks. */
export interface SecretRules {
  readonly seal: (clear: string) => string;
  /** Returns whether a property of a plugin type is a secret. */
  readonly isSecret: (type: string, name: string) => boolean;
}

/** Matches an encrypted value by its form, independent of the definition of its type. */
const encryptedForm = /^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]*\.[\w-]{22}$/;

const isObject = (value: Json | undefined): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The member with the type and properties of a plugin script, one level below the task (file-formats.md, JSON task
 * shapes).
 */
const scriptProperty = 'pythonScript';

/** Returns the properties for a response, with masked secrets (compatibility.md, Secrets). */
export function maskSecrets(type: string, properties: Properties): Properties {
  const entries = Object.entries(properties);
  const masks = entries.flatMap(([name, value]): [string, Json][] => {
    if (name === scriptProperty && isObject(value)) return [[name, maskSecrets('', value)]];
    if (typeof value !== 'string' || value === '') return [];
    return encryptedForm.test(value) || (isOwnSecret(type, name) && soleKey(value) === null)
      ? [[name, passwordMask]]
      : [];
  });
  return masks.length === 0 ? properties : { ...properties, ...Object.fromEntries(masks) };
}

/**
 * Encrypts the secrets in the properties of a request. A mask means the stored value. It is omitted, or taken from
 * `stored` if the whole object is replaced. A text that only references a variable is not a secret.
 */
export function sealSecrets(
  type: string,
  properties: Properties,
  secretRules: SecretRules,
  stored: Properties = {},
): Properties {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]): [string, Json][] => {
      if (name === scriptProperty && isObject(value))
        return [[name, sealScript(type, value, secretRules, stored[name])]];
      if (typeof value !== 'string' || value === '' || !isSecret(type, name, secretRules)) return [[name, value]];
      if (value === passwordMask) return [];
      return [[name, soleKey(value) === null ? secretRules.seal(value) : value]];
    }),
  );
}

const isSecret = (type: string, name: string, { isSecret: isTypeSecret }: SecretRules): boolean =>
  isOwnSecret(type, name) || (type.includes('.') && isTypeSecret(type, name));

function sealScript(
  taskType: string,
  script: Properties,
  secretRules: SecretRules,
  stored: Json | undefined,
): Properties {
  const { type = taskType } = script;
  const storedSecrets = isObject(stored)
    ? Object.entries(script).flatMap(([name, value]): [string, Json][] =>
        value === passwordMask && stored[name] !== undefined ? [[name, stored[name]]] : [],
      )
    : [];
  return {
    ...(typeof type === 'string' ? sealSecrets(type, script, secretRules) : script),
    ...Object.fromEntries(storedSecrets),
  };
}
