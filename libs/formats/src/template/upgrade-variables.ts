import { isObject, type Json, passwordMask, soleKey, variableTypes } from '@slipway/domain/model';
import { toSingleLine } from '../errors/bad-file.ts';
import { isForeignSecret } from './foreign-secrets.ts';
import { type Members, objectsIn, textIn, typeNameOf } from './members.ts';

type Warn = (warning: string) => void;

const knownTypes: ReadonlySet<string> = new Set(variableTypes);
const text = 'StringVariable' satisfies (typeof variableTypes)[number];
const password = 'PasswordStringVariable' satisfies (typeof variableTypes)[number];

/**
 * The variables of a template. Models without variables contain values by key in two maps, of which one has passwords.
 * An unknown type becomes a text.
 */
export function upgradeVariables(template: Members, warn: Warn): readonly Members[] {
  const { variables, variableValues, passwordVariableValues } = template;
  const listedVariables = Array.isArray(variables) ? objectsIn(variables) : [];
  const rawVariables =
    listedVariables.length > 0
      ? listedVariables
      : [...fromMap(variableValues, text), ...fromMap(passwordVariableValues, password)];
  return rawVariables.map((variable) => readVariable(variable, warn));
}

const fromMap = (values: Json | undefined, type: string): readonly Members[] =>
  isObject(values)
    ? Object.entries(values).map(([key, value]) => ({ key: soleKey(key) ?? key, type: `rel.${type}`, value }))
    : [];

/** One variable, of a template or of a task that makes releases, without a secret of another server. */
export function readVariable(variable: Members, warn: Warn): Members {
  const key = toSingleLine(textIn(variable.key) ?? '');
  const type = textIn(variable.type);
  const isKnown = type === null || knownTypes.has(typeNameOf(type));
  if (!isKnown) warn(`variable '${key}' has become a text: its type '${toSingleLine(type)}' is not known here`);
  const { value } = variable;
  const isSecret = isForeignSecret(value) && (typeNameOf(type) === password || value !== passwordMask);
  if (isSecret) warn(`variable '${key}': its value was left out: a secret of another server, or a masked one`);
  return {
    ...variable,
    ...(!isKnown && { type: `rel.${text}` }),
    ...(isSecret && { value: null }),
    ...(!isKnown && !isSecret && { value: toText(value) }),
  };
}

const toText = (value: Json | undefined): Json =>
  value === null || value === undefined || typeof value === 'string' ? (value ?? null) : JSON.stringify(value);
