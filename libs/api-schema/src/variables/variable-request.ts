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

/** An item of a list or map: a text. Numbers and booleans are converted to texts (compatibility.md, Scripts). */
const collectionItem = withDigits(
  z.union([z.string(), z.union([z.number(), z.boolean()]).transform(String)]).meta({
    anyOf: undefined,
    type: 'string',
  }),
);

/** The value of a variable in a request. The domain converts it to the type. */
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

/** A variable in a request: a new variable, or the changes of one. */
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

/**
 * Returns the id that a request contains for a new object, or null if the server chooses the id (rest-operations.md,
 * new object ids).
 */
export function chosenId(kind: PublicKind, input: string | undefined): string | null {
  const last = lastSegment(input ?? '');
  return isIdOf(kind, last) ? last : null;
}

/** Returns the members of an update. The type stays unchanged. */
function variablePatch({ id: _, type: __, key, ...fields }: VariableBody) {
  const definedFields = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return { ...definedFields, ...(key !== undefined && { key: bareKey(key) }) } satisfies Partial<VariableDraft>;
}

/** Returns the changes of a variable in a request, compared with the response; none if it was sent back unchanged. */
export const variableChanges = (body: VariableBody, answer: object) =>
  changesIn(variablePatch(body), variablePatch(variableBody.parse(toClientJson(answer))));

/**
 * Returns a new variable of a request. The default type is a text. Throws Invalid without a key, or for an unknown
 * type.
 */
export function variableDraft(body: VariableBody, prefix: string): VariableDraft {
  const type = readType(body.type ?? 'StringVariable', prefix);
  if (body.key === undefined || body.key.trim() === '') throw new Invalid(message('field.text', { field: 'key' }));
  if (!isVariableType(type)) throw new Invalid(message('variable.unknownType', { type: type.slice(0, 100) }));
  return { ...variablePatch(body), id: chosenId('Variable', body.id), key: bareKey(body.key), type };
}

/** Returns the last segment of an id. */
export const lastSegment = (input: string): string => input.slice(input.lastIndexOf('/') + 1);

/** Returns the last segments of ids in a request, without empty ids. Throws NotFound. */
export const lastSegments = (kind: PublicKind, input: readonly string[]): readonly string[] =>
  input.filter((id) => id !== '').map((id) => idCandidates(kind, id)[0] ?? id);
