import { isObject, type Json } from '../model/json.ts';
import type { Creation } from '../model/own-fields.ts';
import { isSealed, passwordMask, type Variable } from '../model/variable.ts';

/** The type of variables with a secret value. */
const passwordType = 'PasswordStringVariable';

/** Whether a value is a secret: encrypted, or masked as in the stored content of a version. */
export const isSecret = (value: unknown): boolean =>
  typeof value === 'string' && (value === passwordMask || isSealed(value));

type Properties = Readonly<Record<string, Json>>;

/** Values with the present secrets, and the secrets that are not stored anymore: by default, their names. */
interface Kept<T, Missing = string> {
  readonly value: T;
  readonly missing: readonly Missing[];
}

/**
 * Returns the properties of a task in a version with the secrets of the present task. A secret that the task does not
 * have anymore is omitted and reported.
 */
export function keepProperties(version: Properties, present: Properties): Kept<Properties> {
  const value: Record<string, Json> = {};
  const missing: string[] = [];
  for (const [name, property] of Object.entries(version)) {
    const current = present[name];
    if (isObject(property)) {
      const kept = keepProperties(property, isObject(current) ? current : {});
      value[name] = kept.value;
      missing.push(...kept.missing);
    } else if (!isSecret(property) || property === current) value[name] = property;
    else if (current !== undefined && isSecret(current)) value[name] = current;
    else missing.push(name);
  }
  return { value, missing };
}

/**
 * Returns the data of a create-release task with the present passwords of its variables. A password that it does not
 * have anymore is empty, and is reported by the key of its variable.
 */
export function keepCreation(version: Creation | null, present: Creation | null): Kept<Creation | null> {
  if (version === null) return { value: null, missing: [] };
  const current = new Map(present?.templateVariables.map((variable) => [variable.key, variable.value]));
  const missing: string[] = [];
  const templateVariables = version.templateVariables.map((variable): Variable => {
    if (variable.type !== passwordType || !isSecret(variable.value)) return variable;
    const value = current.get(variable.key) ?? null;
    if (isSecret(value)) return { ...variable, value };
    missing.push(variable.key);
    return { ...variable, value: null };
  });
  return { value: { ...version, templateVariables }, missing };
}

/**
 * Returns the variables of a version with the mask instead of passwords: the mask keeps the present password of a
 * variable. `missing` contains the variables whose passwords are not stored anymore.
 */
export function keepVariables(
  version: readonly Variable[],
  present: readonly Variable[],
): Kept<readonly Variable[], Variable> {
  const missing: Variable[] = [];
  const value = version.map((variable) => {
    if (variable.type !== passwordType) return variable;
    const current = present.find(
      ({ id, key, type }) => type === passwordType && (id === variable.id || key === variable.key),
    );
    if (isSecret(variable.value) && !isSecret(current?.value)) missing.push(variable);
    return { ...variable, value: passwordMask };
  });
  return { value, missing };
}

/** Returns a JSON value with masks instead of encrypted secrets. */
export function maskSecrets<T>(value: T): T;
export function maskSecrets(value: unknown): unknown {
  if (typeof value === 'string') return isSealed(value) ? passwordMask : value;
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, maskSecrets(item)]));
}
