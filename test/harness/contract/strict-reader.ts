import { readFileSync } from 'node:fs';
import { operationKey, operations } from './operations.ts';
import { additionalMembers, memberTypeExceptions } from './strict-reader-allowances.ts';

/**
 * Reads responses like clients that were generated from the models of the family: a member has the type of its model
 * and is never null, an enum has a known value, a date is valid, and a member outside the model is refused unless it
 * is listed with a reason.
 */

type Model = ReadonlyMap<string, string>;
const models = new Map<string, Model>();
const enums = new Map<string, readonly string[]>();
const lines = readFileSync('docs/reference/models.txt', 'utf8').trim().split('\n');
for (const line of lines.filter((line) => !line.startsWith('#'))) {
  const [kind, name = '', rest = ''] = /^(\w+) (\S+) (.*)$/.exec(line)?.slice(1) ?? [];
  if (kind === 'ENUM') enums.set(name, rest.match(/\w+/g) ?? []);
  else
    models.set(
      name,
      new Map(
        rest
          .split(', ')
          .map((member) => member.split(/:(.*)/).slice(0, 2))
          .map(([member = '', type = '']) => [member, type]),
      ),
    );
}

const memberPathsOf = (allowances: typeof additionalMembers): ReadonlySet<string> =>
  new Set(allowances.flatMap(({ model, members }) => members.split(' ').map((member) => `${model}.${member}`)));
const additionalMemberPaths = memberPathsOf(additionalMembers);
const exceptionPaths = memberPathsOf(memberTypeExceptions);

const responseModels = new Map(operations.map((operation) => [operationKey(operation), operation.answer]));

/** Returns the errors of a strict client for a response; none if the family has no such call. */
export function validateStrictly(call: string, answer: unknown): readonly string[] {
  const type = responseModels.get(call);
  return type === undefined || type === 'None' ? [] : findErrors(type, answer, type);
}

const isAnyType = (type: string): boolean => /^(obj|map|any|\(any\)|interface\{\})$/.test(type);

function findErrors(type: string, value: unknown, at: string): readonly string[] {
  if (isAnyType(type)) return [];
  const item = /^\[\](.+)$/.exec(type)?.[1] ?? /^\[(.+)\]$/.exec(type)?.[1];
  if (item !== undefined) {
    if (!Array.isArray(value)) return [`${at} is no array`];
    return value.flatMap((element) => findErrors(item, element, at));
  }
  const mapValueType = /^map\[string\](.+)$/.exec(type)?.[1] ?? /^\{str: \(?(\w+)/.exec(type)?.[1];
  if (mapValueType !== undefined) {
    if (!isObject(value)) return [`${at} is no object`];
    return Object.values(value).flatMap((element) => findErrors(mapValueType, element, at));
  }
  return isScalarType(type)
    ? matchesType(type, value)
      ? []
      : [`${at} is no ${type}: ${JSON.stringify(value)}`]
    : findModelErrors(type, value, at);
}

const isScalarType = (type: string): boolean => !models.has(type) || enums.has(type);

function matchesType(type: string, value: unknown): boolean {
  switch (type) {
    case 'string':
    case 'str':
      return typeof value === 'string';
    case 'bool':
      return typeof value === 'boolean';
    case 'int':
    case 'int32':
    case 'int64':
      return Number.isInteger(value);
    case 'float64':
      return typeof value === 'number';
    case 'time.Time':
    case 'NullableTime':
      return typeof value === 'string' && /[+-]\d\d:\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
    default:
      return enums.get(type)?.some((name) => name === value) ?? false;
  }
}

function findModelErrors(type: string, value: unknown, at: string): readonly string[] {
  if (!isObject(value)) return [`${at} is no object`];
  return Object.entries(value).flatMap(([name, member]) => {
    const [memberPath, memberType] = [`${type}.${name}`, models.get(type)?.get(name)];
    if (name.startsWith('$') || exceptionPaths.has(memberPath)) return [];
    if (memberType === undefined)
      return additionalMemberPaths.has(memberPath) || additionalMemberPaths.has(`${type}.*`)
        ? []
        : [`${memberPath} is unknown`];
    return findErrors(memberType, member, `${at}/${memberPath}`);
  });
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
