import { passwordMask } from '@slipway/domain';
import {
  type PropertyDefinition,
  propertyDefinition,
  propertyValue,
  type TypeDefinition,
  typeDefinition,
} from '@slipway/plugins';
import { z } from 'zod';

const propertyAnswer = propertyDefinition.extend({
  defaultValue: propertyValue.optional().describe('absent: none'),
});

/** A type as clients see it: under the names that type definitions give. */
export const typeAnswer = z
  .object({
    type: z.string(),
    ...typeDefinition.omit({ name: true, properties: true, scriptFile: true }).shape,
    plugin: z.string().optional().describe('absent: built in'),
    properties: z.array(propertyAnswer),
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
    plugin: plugin ?? undefined,
    properties: type.properties.map(shownProperty),
  };
}

function shownProperty({ defaultValue, ...property }: PropertyDefinition): z.output<typeof propertyAnswer> {
  if (defaultValue === null) return property;
  return { ...property, defaultValue: property.password && defaultValue !== '' ? passwordMask : defaultValue };
}
