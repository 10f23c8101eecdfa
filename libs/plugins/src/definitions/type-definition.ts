import { type Message, message, plainText, textOf } from '@slipway/domain/messages';
import { type Json, RefusalError } from '@slipway/domain/model';
import { z } from 'zod';

/** The error for a jar or folder that is not a valid plugin. The message is one line for the user. */
export class BadPlugin extends RefusalError {
  override readonly name = 'BadPlugin';
}

/** The kinds of properties (script-api.md, Plugin packaging). A `ci` refers to another object by its id. */
export const propertyKinds = [
  'string',
  'boolean',
  'integer',
  'enum',
  'date',
  'ci',
  'list_of_string',
  'set_of_string',
  'list_of_ci',
  'set_of_ci',
  'map_string_string',
] as const;
export type PropertyKind = (typeof propertyKinds)[number];

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
const badCharacter = message('pluginFault.badCharacter');
const text = z.string().refine(isStorable, { error: textOf(badCharacter) });
const name = text.max(200);

/** Returns the message for an issue of a schema. A text of zod becomes a plain text. */
export const issueMessage = ({ code, message: issueText }: z.core.$ZodIssue): Message =>
  code === 'custom' ? badCharacter : plainText(issueText);

const listOf = <T extends z.ZodType>(member: T) => z.array(member).readonly();

/** The value of a property, depending on its kind. */
export const propertyValue = z.union([text, z.number(), z.boolean(), listOf(text), z.record(name, text)]);
/** The value of an unset property, or null. */
export type DefaultValue = z.output<typeof propertyValue> | null;

export const propertyDefinition = z.object({
  name,
  kind: z.enum(propertyKinds),
  /** `input` by default; see `isScriptOutput` */
  category: name,
  label: text,
  description: text,
  required: z.boolean(),
  /** whether the definition does not state that it is required; forms then require it, and clients may omit it */
  implied: z.boolean().default(false),
  /**
   * whether it is a secret: encrypted at rest, masked in responses, and in clear text only for a run of the type's
   * script
   */
  password: z.boolean(),
  hidden: z.boolean(),
  defaultValue: propertyValue.nullable(),
  /** the allowed values of the kind `enum`; empty if the definition lists none */
  enumValues: listOf(text),
  /** the type of the referenced object as in the definition, for the kinds of `ci`; or null */
  referencedType: name.nullable().default(null),
});
export type PropertyDefinition = Readonly<z.output<typeof propertyDefinition>>;

/**
 * Whether scripts set a property instead of users: an output, or a value that the scripts of one task share, with the
 * category `script` (script-api.md, Plugin packaging).
 */
export const isScriptOutput = ({ category }: PropertyDefinition): boolean =>
  category === 'output' || category === 'script';

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/**
 * Returns the names of inputs without a value that their definition states as required. Clients may omit an input that
 * is required only by default, and a boolean without a value is false.
 */
export const missingInputs = (
  properties: readonly PropertyDefinition[],
  inputs: Readonly<Record<string, unknown>>,
): readonly string[] =>
  properties
    .filter((property) => property.required && !property.implied && !isScriptOutput(property))
    .filter(({ name, kind }) => kind !== 'boolean' && isEmpty(inputs[name]))
    .map(({ name }) => name);

/** A type of tasks, triggers, authentication methods or other configurations, built in or from a plugin. */
export const typeDefinition = z.object({
  /** `namespace.Name` */
  name,
  /** the name of the parent type, as `namespace.Name` */
  extends: name,
  label: text,
  description: text,
  /** whether the type is abstract: it has subtypes, and no objects */
  virtual: z.boolean(),
  properties: listOf(propertyDefinition),
  /** the path of its script, which may be missing in the plugin; null for a type without a script */
  scriptFile: name.nullable(),
});
export type TypeDefinition = Readonly<z.output<typeof typeDefinition>>;

const json: z.ZodType<Json> = z.json();
const storedMessage = z.object({ code: name, params: z.record(z.string(), json).readonly() });

/** A script of a plugin; its suffix determines the language (compatibility.md, Scripts). */
export const pluginScript = z.object({
  path: name,
  language: z.enum(['python', 'javascript']),
  text,
  /** why it cannot run; null if it can */
  fault: text.nullable().default(null),
});
export type PluginScript = Readonly<z.output<typeof pluginScript>>;

/** An unavailable name that a script or module uses, with the reason. */
const missingName = z.object({ script: name, name, reason: text });
export type MissingName = Readonly<z.output<typeof missingName>>;

/** The content of a jar or of an unpacked plugin folder. */
export const plugin = z.object({
  name: name.regex(/^\w[\w .-]*$/),
  /** as declared by the author; empty if absent */
  version: name,
  /** the SHA-256 in lowercase hexadecimal of a jar, or of the names and contents of the files in a folder */
  checksum: name,
  types: listOf(typeDefinition),
  scripts: listOf(pluginScript),
  /** warnings about parts that have no effect, or will fail */
  warnings: listOf(text).default([]),
  /** the warnings as data, in the same order; empty for a plugin that an earlier version installed */
  warningMessages: listOf(storedMessage).default([]),
  /** the unavailable names that its scripts and modules use, as far as static analysis finds them */
  lacks: listOf(missingName).default([]),
});
export type Plugin = Readonly<z.output<typeof plugin>>;

/**
 * A flag in a definition: a boolean, or the text `true`. All other values are false, as in the products of the family.
 */
const flag = z
  .union([z.boolean(), z.string().transform((scalarText) => scalarText.trim().toLowerCase() === 'true')])
  .nullish()
  .transform((flagValue) => flagValue ?? undefined);
/** A text. YAML parses unquoted texts like `1.0` and `true` as numbers and booleans. */
const scalarText = z.union([z.string(), z.number().transform(String), z.boolean().transform(String)]);
const optionalText = z.union([scalarText, z.null().transform(() => '')]).optional();
const choice = z.union([scalarText, z.object({ value: scalarText }).transform(({ value }) => value)]);

/** A property in definition files, with the XML names of its attributes. Other attributes are ignored. */
const rawProperty = z.object({
  name: z.string(),
  kind: optionalText,
  category: optionalText,
  label: optionalText,
  description: optionalText,
  required: flag,
  password: flag,
  hidden: flag,
  default: z.unknown().optional(),
  'enum-values': z.array(choice).optional(),
  'referenced-type': optionalText,
});
export type RawProperty = z.output<typeof rawProperty>;

/** A type in definition files, before validation. */
export const rawType = z.object({
  type: z.string(),
  extends: z.string(),
  label: optionalText,
  description: optionalText,
  virtual: flag,
  properties: z.array(rawProperty),
});
export type RawType = z.output<typeof rawType>;

export interface Definitions {
  /** the types, each in the form of `rawType` */
  readonly types: readonly unknown[];
  /** the names of foreign types that the plugin modifies */
  readonly modified: readonly string[];
}
