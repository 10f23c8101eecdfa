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
 * A value in the form that the type of its variable defines. A password is encrypted text: the domain compares and
 * copies it, and cannot decrypt it. A date is an instant.
 */
export type VariableValue = string | number | boolean | readonly string[] | Readonly<Record<string, string>> | null;

/** A variable of a release, template or folder, or a global variable (rest-api.md, section Variable). */
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
  /** the type of a ReferenceVariable's configuration, as used in files (file-formats.md, YAML as code) */
  readonly referencedType: string | null;
}

/** The defaults of a new variable. */
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

/**
 * The text that replaces secrets in responses. In a request, the mask keeps the stored secret (compatibility.md,
 * Secrets).
 */
export const passwordMask = '********';

const sealed = /^v1\.[0-9a-f]{8}\./;

/** Whether a text is an encrypted secret. All secrets are stored in this form. */
export const isSealed = (text: string): boolean => sealed.test(text);
