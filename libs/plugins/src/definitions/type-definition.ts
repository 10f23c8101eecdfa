import { z } from 'zod';

/** What a property may hold (scripts.md, Plugin packaging); those of `ci` name another object by its id. */
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
const text = z.string().refine(isStorable, { error: 'holds a character that no text may have' });
const name = text.max(200);
const listOf = <T extends z.ZodType>(member: T) => z.array(member).readonly();

/** What a property may hold, by its kind. */
export const propertyValue = z.union([text, z.number(), z.boolean(), listOf(text), z.record(name, text)]);
/** What a property holds where nobody has set it; null: nothing. */
export type DefaultValue = z.output<typeof propertyValue> | null;

export const propertyDefinition = z.object({
  name,
  kind: z.enum(propertyKinds),
  /** `input` unless the definition says otherwise; see `isLeftByScripts` */
  category: name,
  label: text,
  description: text,
  required: z.boolean(),
  /** it is required only since nothing else is said: forms ask for it, and clients may leave it out */
  implied: z.boolean().default(false),
  /** a secret: sealed at rest, masked in answers, in clear for one run of the type's script */
  password: z.boolean(),
  hidden: z.boolean(),
  defaultValue: propertyValue.nullable(),
  /** of kind `enum`: what it may be; empty where the definition does not tell */
  enumValues: listOf(text),
  /** of the kinds of `ci`: the type that what it names is of, as the definition writes it; null where it does not tell */
  referencedType: name.nullable().default(null),
});
export type PropertyDefinition = Readonly<z.output<typeof propertyDefinition>>;

/**
 * Whether scripts leave it with their task, instead of people: an output, or what the scripts of one task keep for each
 * other, whose category is `script` (scripts.md, Plugin packaging).
 */
export const isLeftByScripts = ({ category }: PropertyDefinition): boolean =>
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
  /** the path of its script, which the plugin may have forgotten; null for a type without one */
  scriptFile: name.nullable(),
});
export type TypeDefinition = Readonly<z.output<typeof typeDefinition>>;

/** A script of a plugin; the language is told by its ending (decisions.md, Scripts). */
export const pluginScript = z.object({
  path: name,
  language: z.enum(['python', 'javascript']),
  text,
  /** why it cannot be run, where it does not compile */
  fault: text.nullable().default(null),
});
export type PluginScript = Readonly<z.output<typeof pluginScript>>;

/** A name that a script or module asks for and that scripts cannot have, with the reason. */
const pluginLack = z.object({ script: name, name, reason: text });
export type PluginLack = Readonly<z.output<typeof pluginLack>>;

/** What a jar or an unpacked folder brings. */
export const plugin = z.object({
  name: name.regex(/^\w[\w .-]*$/),
  /** as its author wrote it; empty where nobody did */
  version: name,
  /** SHA-256 in lowercase hexadecimal: of a jar's bytes, or of the names and contents of a folder's files */
  checksum: name,
  types: listOf(typeDefinition),
  scripts: listOf(pluginScript),
  /** what of it has no effect here, or will fail, in sentences */
  warnings: listOf(text).default([]),
  /** what its scripts and modules will ask for in vain, as far as their texts tell */
  lacks: listOf(pluginLack).default([]),
});
export type Plugin = Readonly<z.output<typeof plugin>>;
