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

/** What a property holds where nobody has set it: of its kind, or null. */
export type DefaultValue = string | number | boolean | null | readonly string[] | Readonly<Record<string, string>>;

/** One property of a type. */
export interface PropertyDefinition {
  readonly name: string;
  readonly kind: PropertyKind;
  /** `input` unless the definition says otherwise; `output` is what a script leaves behind */
  readonly category: string;
  readonly label: string;
  readonly description: string;
  readonly required: boolean;
  /** a secret: sealed at rest, masked in answers, in clear for one run of the type's script */
  readonly password: boolean;
  readonly hidden: boolean;
  readonly defaultValue: DefaultValue;
  /** of kind `enum`: what it may be */
  readonly enumValues: readonly string[];
}

/** A type of tasks, authentication methods or other configurations, built in or a plugin's. */
export interface TypeDefinition {
  /** `namespace.Name` */
  readonly name: string;
  /** the type that this one is a kind of, as `namespace.Name` */
  readonly extends: string;
  readonly label: string;
  readonly description: string;
  /** only other types are made of it */
  readonly virtual: boolean;
  readonly properties: readonly PropertyDefinition[];
  /** the path of its script in the plugin; null for a type without one */
  readonly scriptFile: string | null;
}

/** A script of a plugin; the language is told by its ending (decisions.md, Scripts). */
export interface PluginScript {
  readonly path: string;
  readonly language: 'python' | 'javascript';
  readonly text: string;
}

/** What a jar or an unpacked folder brings. */
export interface Plugin {
  readonly name: string;
  readonly version: string;
  /** SHA-256 over all that counts of the content, in lowercase hexadecimal */
  readonly checksum: string;
  readonly types: readonly TypeDefinition[];
  readonly scripts: readonly PluginScript[];
}
