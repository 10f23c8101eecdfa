import type { Json } from './json.ts';

/** Variable types (rest-api.md, section Variable; rest-operations.md, more variable types), without their prefix. */
export const variableTypes = [
  'StringVariable',
  'PasswordStringVariable',
  'ListStringVariable',
  'SetStringVariable',
  'MapStringStringVariable',
  'BooleanVariable',
  'IntegerVariable',
  'DateVariable',
  'ReferenceVariable',
] as const;
export type VariableType = (typeof variableTypes)[number];

/**
 * A value in the shape of its variable's type. A password is sealed text: the domain compares and
 * copies it, and can never read it. A date is an instant.
 */
export type VariableValue = string | number | boolean | readonly string[] | Readonly<Record<string, string>> | null;

/** A variable of a release, a template, a folder or of all (rest-api.md, section Variable). */
export interface Variable {
  readonly id: string;
  readonly type: VariableType;
  /** the name in placeholders, without `${}` */
  readonly key: string;
  readonly value: VariableValue;
  readonly requiresValue: boolean;
  readonly showOnReleaseStart: boolean;
  readonly inherited: boolean;
  readonly multiline: boolean;
  readonly preventInterpolation: boolean;
  readonly label: string | null;
  readonly description: string | null;
  readonly valueProvider: Json;
  readonly externalVariableValue: Json;
  /** Of a reference: the type of the configuration, as files contain it (file-formats.md, YAML as code). */
  readonly referencedType: string | null;
}

/** A new variable before it has a key or an id. */
export const blankVariable: Omit<Variable, 'id' | 'key'> = {
  type: 'StringVariable',
  value: null,
  requiresValue: true,
  showOnReleaseStart: true,
  inherited: false,
  multiline: false,
  preventInterpolation: false,
  label: null,
  description: null,
  valueProvider: null,
  externalVariableValue: null,
  referencedType: null,
};

/** Replaces each secret in responses. A request that contains it keeps the stored value (compatibility.md, Secrets). */
export const passwordMask = '********';

const sealed = /^v1\.[0-9a-f]{8}\./;

/** Whether a text is a sealed secret, as every secret is stored. */
export const isSealed = (text: string): boolean => sealed.test(text);
