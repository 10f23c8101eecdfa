import { readFileSync } from 'node:fs';
import { callOf, operations } from './operations.ts';
import { beyondTheModels, otherThanTheModels } from './strict-reader-allowances.ts';

/**
 * Reads answers as clients do that were generated from the models of the family: a member is of the type that its
 * model names, never null, an enum has a known value, a date can be read, and a member that the model does not have
 * is refused unless it is allowed with a reason.
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

const placesOf = (allowances: typeof beyondTheModels): ReadonlySet<string> =>
  new Set(allowances.flatMap(({ model, members }) => members.split(' ').map((member) => `${model}.${member}`)));
const beyond = placesOf(beyondTheModels);
const other = placesOf(otherThanTheModels);

const answered = new Map(operations.map((operation) => [callOf(operation), operation.answer]));

/** What is wrong with an answer to a strict client; nothing where the family has no such call. */
export function readStrictly(call: string, answer: unknown): readonly string[] {
  const type = answered.get(call);
  return type === undefined || type === 'None' ? [] : wrongIn(type, answer, type);
}

const isAny = (type: string): boolean => /^(obj|map|any|\(any\)|interface\{\})$/.test(type);

function wrongIn(type: string, value: unknown, at: string): readonly string[] {
  if (isAny(type)) return [];
  const item = /^\[\](.+)$/.exec(type)?.[1] ?? /^\[(.+)\]$/.exec(type)?.[1];
  if (item !== undefined) {
    if (!Array.isArray(value)) return [`${at} is no array`];
    return value.flatMap((each) => wrongIn(item, each, at));
  }
  const inMap = /^map\[string\](.+)$/.exec(type)?.[1] ?? /^\{str: \(?(\w+)/.exec(type)?.[1];
  if (inMap !== undefined) {
    if (!isObject(value)) return [`${at} is no object`];
    return Object.values(value).flatMap((each) => wrongIn(inMap, each, at));
  }
  return isPlain(type)
    ? reads(type, value)
      ? []
      : [`${at} is no ${type}: ${JSON.stringify(value)}`]
    : wrongModel(type, value, at);
}

const isPlain = (type: string): boolean => !models.has(type) || enums.has(type);

function reads(type: string, value: unknown): boolean {
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

function wrongModel(type: string, value: unknown, at: string): readonly string[] {
  if (!isObject(value)) return [`${at} is no object`];
  return Object.entries(value).flatMap(([name, member]) => {
    const [place, known] = [`${type}.${name}`, models.get(type)?.get(name)];
    if (name.startsWith('$') || other.has(place)) return [];
    if (known === undefined) return beyond.has(place) || beyond.has(`${type}.*`) ? [] : [`${place} is unknown`];
    return wrongIn(known, member, `${at}/${place}`);
  });
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
