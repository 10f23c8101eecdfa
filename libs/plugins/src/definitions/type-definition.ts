import { type Message, message, plainText, textOf } from '@slipway/domain/messages';
import { type Json, RefusalError } from '@slipway/domain/model';
import { z } from 'zod';

/** A jar or folder is not a valid plugin; the message is one line for the user. */
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

/** What is wrong with a value of a plugin, by the issue of its schema: a text of zod is a plain text. */
export const issueMessage = ({ code, message: issueText }: z.core.$ZodIssue): Message =>
  code === 'custom' ? badCharacter : plainText(issueText);

const listOf = <T extends z.ZodType>(member: T) => z.array(member).readonly();

/** The value of a property, by its kind. */
export const propertyValue = z.union([text, z.number(), z.boolean(), listOf(text), z.record(name, text)]);
/** The value of an unset property; null: none. */
export type DefaultValue = z.output<typeof propertyValue> | null;

export const propertyDefinition = z.object({
  name,
  kind: z.enum(propertyKinds),
  /** `input` by default; see `isScriptOutput` */
  category: name,
  label: text,
  description: text,
  required: z.boolean(),
  /** Required by default only: forms require it, and clients may omit it */
  implied: z.boolean().default(false),
  /** a secret: sealed at rest, masked in answers, in clear for one run of the type's script */
  password: z.boolean(),
  hidden: z.boolean(),
  defaultValue: propertyValue.nullable(),
  /** Of kind `enum`: the allowed values; empty if the definition lists none */
  enumValues: listOf(text),
  /** Of the kinds of `ci`: the type of the referenced object, as the definition contains it, or null */
  referencedType: name.nullable().default(null),
});
export type PropertyDefinition = Readonly<z.output<typeof propertyDefinition>>;

/**
 * Whether scripts leave it with their task, instead of people: an output, or what the scripts of one task keep for each
 * other, whose category is `script` (script-api.md, Plugin packaging).
 */
export const isScriptOutput = ({ category }: PropertyDefinition): boolean =>
  category === 'output' || category === 'script';

/** A type of tasks, authentication methods or other configurations, built in or a plugin's. */
export const typeDefinition = z.object({
  /** `namespace.Name` */
  name,
  /** the type that this one is a kind of, as `namespace.Name` */
  extends: name,
  label: text,
  description: text,
  /** only other types are made of it */
  virtual: z.boolean(),
  properties: listOf(propertyDefinition),
  /** The path of its script, which the plugin may lack; null for a type without one */
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
  /** why it cannot be run, where it does not compile */
  fault: text.nullable().default(null),
});
export type PluginScript = Readonly<z.output<typeof pluginScript>>;

/** An unavailable name that a script or module uses, with the reason. */
const missingName = z.object({ script: name, name, reason: text });
export type MissingName = Readonly<z.output<typeof missingName>>;

/** The content of a jar or of an unpacked folder. */
export const plugin = z.object({
  name: name.regex(/^\w[\w .-]*$/),
  /** As the author wrote it; empty if absent */
  version: name,
  /** SHA-256 in lowercase hexadecimal: of a jar's bytes, or of the names and contents of a folder's files */
  checksum: name,
  types: listOf(typeDefinition),
  scripts: listOf(pluginScript),
  /** what of it has no effect here, or will fail, in sentences */
  warnings: listOf(text).default([]),
  /** the warnings as data, in the same order; empty for a plugin that an earlier version has installed */
  warningMessages: listOf(storedMessage).default([]),
  /** The unavailable names in its scripts and modules, as far as their texts show */
  lacks: listOf(missingName).default([]),
});
export type Plugin = Readonly<z.output<typeof plugin>>;

/** A flag of a definition: as a boolean, or in words; any other value is false, as in the products of the family. */
const flag = z
  .union([z.boolean(), z.string().transform((scalarText) => scalarText.trim().toLowerCase() === 'true')])
  .nullish()
  .transform((flagValue) => flagValue ?? undefined);
/** YAML reads `1.0` and `true` as what they look like, where a text is meant. */
const scalarText = z.union([z.string(), z.number().transform(String), z.boolean().transform(String)]);
const optionalText = z.union([scalarText, z.null().transform(() => '')]).optional();
const choice = z.union([scalarText, z.object({ value: scalarText }).transform(({ value }) => value)]);

/** A property in definition files, by the XML names of its attributes; others are ignored. */
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

/** A type as definition files write it. */
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
  /** each to be read as a `rawType` */
  readonly types: readonly unknown[];
  /** the names of types of others that it changes */
  readonly modified: readonly string[];
}
