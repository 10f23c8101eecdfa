import { z } from 'zod';
import { plugin } from '../definitions/type-definition.ts';

/** A line of text. */
const line = z.string().trim().min(1).max(300);

/** The content of `integration.yaml`. */
export const integrationFile = z.strictObject({
  title: line,
  /** increases with each change of the types or scripts */
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** one sentence for the list of integrations */
  description: line,
  /** the address of the documentation of the external system */
  documentation: z.url({ protocol: /^https$/ }),
});

/** A plugin that is part of the product, with its description for the list of integrations. */
export const integration = integrationFile.extend({
  /** the name of its folder */
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  /** the text of `README.md` */
  readme: z.string(),
  /** the text of `icon.svg` */
  icon: z.string(),
  plugin,
});
export type Integration = Readonly<z.output<typeof integration>>;

/** The integrations in a bundle of the product, which are parsed only once. */
export const compiledIntegrations = z.array(integration).readonly();

/** Returns the names of the types of an integration. */
export const typesOf = ({ plugin: { types } }: Integration): readonly string[] => types.map(({ name }) => name);

/** An installed plugin, or an integration. */
interface NamedTypes {
  readonly name: string;
  readonly types: readonly { readonly name: string }[];
}

/**
 * Returns the name of the plugin that replaces an integration: it has the same name, or defines one of its types.
 * Returns null if there is none. An integration is replaced as a whole, because its types belong together.
 */
export function replacementOf({ plugin: own }: Integration, plugins: readonly NamedTypes[]): string | null {
  const names = new Set(own.types.map(({ name }) => name));
  const isReplacement = ({ name, types }: NamedTypes): boolean =>
    name === own.name || types.some((type) => names.has(type.name));
  return plugins.find(isReplacement)?.name ?? null;
}
