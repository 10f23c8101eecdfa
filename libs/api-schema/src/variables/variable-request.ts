import { idCandidates, isIdOf, type PublicKind } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import {
  bareKey,
  Invalid,
  maxItems,
  type VariableDraft,
  type VariableType,
  variableTypes,
} from '@slipway/domain/model';
import { z } from 'zod';
import { changesIn, toClientJson } from '../format/changes.ts';
import { expects } from '../format/expects.ts';
import { flag, json, listUpTo, mapUpTo, name, optional, withDigits, withMaxItems } from '../format/scalars.ts';
import { readType } from '../format/type-name.ts';

/** Lists and maps hold texts; numbers and booleans in them become these (compatibility.md, Scripts). */
const collectionItem = withDigits(
  z.union([z.string(), z.union([z.number(), z.boolean()]).transform(String)]).meta({
    anyOf: undefined,
    type: 'string',
  }),
);

/** The value of a variable in a request; the domain converts it to the type. */
export const variableValue = withMaxItems(
  maxItems,
  withDigits(
    z.union(
      [
        z.string(),
        z.number(),
        z.boolean(),
        listUpTo(maxItems, collectionItem),
        mapUpTo(maxItems, collectionItem),
        z.null(),
      ],
      expects(message('expected.variableValue')),
    ),
  ),
);

/** A variable as clients send it: to make one, or to change some of its fields. */
export const variableBody = z
  .object({
    id: optional(z.string()),
    key: optional(z.string()),
    type: optional(name),
    value: variableValue.optional(),
    requiresValue: optional(flag),
    showOnReleaseStart: optional(flag),
    inherited: optional(flag),
    multiline: optional(flag),
    preventInterpolation: optional(flag),
    label: z.string().nullish(),
    description: z.string().nullish(),
    valueProvider: json.optional(),
    externalVariableValue: json.optional(),
    referencedType: z.string().nullish(),
  })
  .meta({ id: 'VariableRequest' });

export type VariableBody = z.output<typeof variableBody>;

const isVariableType = (type: string): type is VariableType => variableTypes.some((candidate) => candidate === type);

/** The id that a client chose for something new, or null for one that we choose (rest-operations.md, new object ids). */
export function chosenId(kind: PublicKind, input: string | undefined): string | null {
  const last = lastSegment(input ?? '');
  return isIdOf(kind, last) ? last : null;
}

/** The sent members, with the type unchanged, for an update. */
function variablePatch({ id: _, type: __, key, ...fields }: VariableBody) {
  const definedFields = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return { ...definedFields, ...(key !== undefined && { key: bareKey(key) }) } satisfies Partial<VariableDraft>;
}

/** The changes of a variable by a request, compared with the response; none if it was sent back unchanged. */
export const variableChanges = (body: VariableBody, answer: object) =>
  changesIn(variablePatch(body), variablePatch(variableBody.parse(toClientJson(answer))));

/** A new variable; without a type it is a text. Throws Invalid without a key, or for a type that there is not. */
export function variableDraft(body: VariableBody, prefix: string): VariableDraft {
  const type = readType(body.type ?? 'StringVariable', prefix);
  if (body.key === undefined || body.key.trim() === '') throw new Invalid(message('field.text', { field: 'key' }));
  if (!isVariableType(type)) throw new Invalid(message('variable.unknownType', { type: type.slice(0, 100) }));
  return { ...variablePatch(body), id: chosenId('Variable', body.id), key: bareKey(body.key), type };
}

/** The last segment of an id. */
export const lastSegment = (input: string): string => input.slice(input.lastIndexOf('/') + 1);

/** The last segments of ids that a body names; empty ones fall away. Throws NotFound. */
export const lastSegments = (kind: PublicKind, input: readonly string[]): readonly string[] =>
  input.filter((id) => id !== '').map((id) => idCandidates(kind, id)[0] ?? id);
