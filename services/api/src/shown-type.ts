import { passwordMask } from '@slipway/domain';
import { propertyDefinition, type TypeDefinition, typeDefinition } from '@slipway/plugins';
import { z } from 'zod';

/** A type as clients see it: under the names that type definitions give. */
export const typeAnswer = z
  .object({
    type: z.string(),
    ...typeDefinition.omit({ name: true, properties: true, scriptFile: true }).shape,
    plugin: z.string().nullable().describe('null: built in'),
    properties: z.array(propertyDefinition),
  })
  .meta({ id: 'TypeDefinition' });
type TypeAnswer = z.output<typeof typeAnswer>;

/** Renders a type of a plugin, or a built-in one; a secret stays one where it is only a default. */
export function shownType(type: TypeDefinition, plugin: string | null): TypeAnswer {
  return {
    type: type.name,
    extends: type.extends,
    label: type.label,
    description: type.description,
    virtual: type.virtual,
    plugin,
    properties: type.properties.map((property) =>
      property.password && property.defaultValue !== null && property.defaultValue !== ''
        ? { ...property, defaultValue: passwordMask }
        : property,
    ),
  };
}
