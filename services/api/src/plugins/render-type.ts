import { showType } from '@slipway/api-schema/format';
import { passwordMask } from '@slipway/domain/model';
import {
  type PropertyDefinition,
  propertyDefinition,
  propertyValue,
  type TypeDefinition,
  typeDefinition,
} from '@slipway/plugins';
import { z } from 'zod';

const propertyAnswer = propertyDefinition.omit({ implied: true }).extend({
  defaultValue: propertyValue.optional().describe('absent: none'),
  referencedType: z.string().optional().describe('of the kinds of ci: the type of what is named'),
  'referenced-type': z.string().optional().describe('the same, by the name that definitions give it'),
});

/** A type in responses. It has the field names of type definitions. */
export const typeAnswer = z
  .object({
    type: z.string(),
    ...typeDefinition.omit({ name: true, extends: true, properties: true, scriptFile: true }).shape,
    extends: z.string().optional().describe('absent: nothing'),
    plugin: z.string().optional().describe('absent: built in'),
    properties: z.array(propertyAnswer),
  })
  .meta({ id: 'TypeDefinition' });
type TypeAnswer = z.output<typeof typeAnswer>;

/** Renders a type of a plugin, or a built-in type without a plugin. Masks the default values of passwords. */
export function renderType(type: TypeDefinition, plugin: string | null, prefix: string): TypeAnswer {
  return {
    type: showType(type.name, prefix),
    // The root type extends itself.
    extends: type.extends === type.name ? undefined : showType(type.extends, prefix),
    label: type.label,
    description: type.description,
    virtual: type.virtual,
    plugin: plugin ?? undefined,
    properties: type.properties.map((property) => renderProperty(property, prefix)),
  };
}

function renderProperty(
  { defaultValue, referencedType, implied: _, ...property }: PropertyDefinition,
  prefix: string,
): z.output<typeof propertyAnswer> {
  const isSecret = property.password && defaultValue !== '';
  const referenced = referencedType === null ? null : showType(referencedType, prefix);
  return {
    ...property,
    ...(defaultValue !== null && { defaultValue: isSecret ? passwordMask : defaultValue }),
    ...(referenced !== null && { referencedType: referenced, 'referenced-type': referenced }),
  };
}
