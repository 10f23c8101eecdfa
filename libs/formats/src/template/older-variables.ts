import { isObject, type Json, passwordMask, soleKey, variableTypes } from '@slipway/domain';
import { inLine } from '../refusal/bad-file.ts';
import { isForeignSecret } from './foreign-secrets.ts';
import { lastOf, type Members, objectsIn, textIn } from './members.ts';

type Warn = (what: string) => void;

const known: ReadonlySet<string> = new Set(variableTypes);
const text = 'StringVariable' satisfies (typeof variableTypes)[number];
const password = 'PasswordStringVariable' satisfies (typeof variableTypes)[number];

/**
 * The variables of a template. Models without variables contain values by key in two maps, of which one has passwords.
 * An unknown type becomes a text.
 */
export function upgradedVariables(template: Members, warn: Warn): readonly Members[] {
  const { variables, variableValues, passwordVariableValues } = template;
  const listed = Array.isArray(variables) ? objectsIn(variables) : [];
  const found =
    listed.length > 0 ? listed : [...fromMap(variableValues, text), ...fromMap(passwordVariableValues, password)];
  return found.map((variable) => readVariable(variable, warn));
}

const fromMap = (values: Json | undefined, type: string): readonly Members[] =>
  isObject(values)
    ? Object.entries(values).map(([key, value]) => ({ key: soleKey(key) ?? key, type: `rel.${type}`, value }))
    : [];

/** One variable, of a template or of a task that makes releases, without a secret of another server. */
export function readVariable(variable: Members, warn: Warn): Members {
  const key = inLine(textIn(variable.key) ?? '');
  const type = textIn(variable.type);
  const isKnown = type === null || known.has(lastOf(type));
  if (!isKnown) warn(`variable '${key}' has become a text: its type '${inLine(type)}' is not known here`);
  const { value } = variable;
  const isSecret = isForeignSecret(value) && (lastOf(type) === password || value !== passwordMask);
  if (isSecret) warn(`variable '${key}': its value was left out: a secret of another server, or a masked one`);
  return {
    ...variable,
    ...(!isKnown && { type: `rel.${text}` }),
    ...(isSecret && { value: null }),
    ...(!isKnown && !isSecret && { value: asText(value) }),
  };
}

const asText = (value: Json | undefined): Json =>
  value === null || value === undefined || typeof value === 'string' ? (value ?? null) : JSON.stringify(value);
