import { showType } from '@slipway/api-schema/format';
import { z } from 'zod';

/** A part of a JSON document. */
export type Schema = Readonly<Record<string, unknown>>;

/** JSON schemas of zod schemas. Schemas with a name are separate components, with references to them. */
export interface SchemaSet {
  readonly named: Readonly<Record<string, Schema>>;
  of(schema: z.ZodType): Schema;
}

const members = z.record(z.string(), z.record(z.string(), z.unknown())).default({});
const object = z.object({ properties: members, $defs: members, required: z.array(z.string()).default([]) });

const safe = Number.MAX_SAFE_INTEGER;

/** Removes schema members without a meaning for readers: limits of doubles, the pattern of a format, closed objects. */
function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  delete schema.readOnly;
  delete schema.id;
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.maximum === safe) delete schema.maximum;
  if (schema.minimum === -safe) delete schema.minimum;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}

const ownTypes = z.object({ ownTypes: z.array(z.string()) });
const enums = z.object({ anyOf: z.array(z.strictObject({ type: z.literal('string'), enum: z.array(z.string()) })) });

/** A schema with the public names of own types, and with each value of several enums once. */
function finishSchema(value: unknown, prefix: string): unknown {
  if (Array.isArray(value)) return value.map((item) => finishSchema(item, prefix));
  if (typeof value !== 'object' || value === null) return value;
  const schema = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, finishSchema(item, prefix)]));
  const typed = ownTypes.safeParse(schema).data;
  if (typed !== undefined)
    return { type: 'string', ...nameSchema(typed.ownTypes.map((name) => showType(name, prefix))) };
  const merged = enums.safeParse(schema).data;
  if (merged === undefined) return schema;
  const { anyOf: _, ...others } = schema;
  return { ...others, type: 'string', enum: [...new Set(merged.anyOf.flatMap((item) => item.enum))] };
}

const nameSchema = (names: readonly string[]): Schema => (names.length === 1 ? { const: names[0] } : { enum: names });

/** Describes many schemas together, so that shared parts are described once, as components of an OpenAPI document. */
export function describeSchemas(schemas: readonly z.ZodType[], io: 'input' | 'output', prefix: string): SchemaSet {
  const names = new Map([...new Set(schemas)].map((schema, index) => [schema, `s${index}`]));
  const combined = z.object(Object.fromEntries([...names].map(([schema, name]) => [name, schema])));
  const generated = z.toJSONSchema(combined, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  const text = JSON.stringify(generated).replaceAll('"#/$defs/', '"#/components/schemas/');
  const definitions = object.parse(finishSchema(JSON.parse(text), prefix));
  return {
    named: definitions.$defs,
    of: (schema) => definitions.properties[names.get(schema) ?? ''] ?? {},
  };
}

/** One member of an object, without its alternative null. */
export interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schema: Schema;
}

const alternatives = z.object({
  anyOf: z.array(z.record(z.string(), z.unknown())),
  description: z.string().optional(),
});

/** The members of an object that a zod schema describes. */
export function membersOf(schema: Schema): readonly Member[] {
  const { properties, required } = object.parse(schema);
  return Object.entries(properties).map(([name, member]) => {
    const { description, ...bare } = member;
    const choices = alternatives.safeParse(member).data?.anyOf.filter(({ type }) => type !== 'null') ?? [];
    const [single, ...others] = choices;
    return {
      name,
      required: required.includes(name),
      description: typeof description === 'string' ? description : undefined,
      schema: single !== undefined && others.length === 0 ? single : bare,
    };
  });
}
