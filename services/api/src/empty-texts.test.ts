import { expect, test } from 'vitest';
import { z } from 'zod';
import { routes } from './routes.ts';

interface Schema {
  readonly type?: unknown;
  readonly enum?: unknown;
  readonly format?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Whether an empty text is not a valid value: a date, an integer, a boolean or an enumeration. */
const isStrict = ({ type, enum: names, format, anyOf = [] }: Schema): boolean =>
  names !== undefined ||
  format === 'date-time' ||
  type === 'boolean' ||
  type === 'integer' ||
  (anyOf.length === 2 && anyOf.some((choice) => choice.type === 'null') && anyOf.some(isStrict));

const members = routes.flatMap(({ name, query, body }) =>
  [query, body?.kind === 'json' ? body.schema : undefined].flatMap((schema) => {
    if (schema === undefined) return [];
    const { $defs = {}, $ref = '', ...own } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    const { properties = {}, required = [] } = ($defs[$ref.replace('#/$defs/', '')] ?? own) as Schema;
    return Object.entries(properties)
      .filter(([, member]) => isStrict(member))
      .map(([member]) => ({ name, member, schema, needed: required.includes(member) }));
  }),
);

test('the routes have members of every kind that excludes empty texts', () => {
  const named = new Set(members.map(({ member }) => member));
  expect([...named]).toEqual(
    expect.arrayContaining(['from', 'planned', 'timeFrame', 'page', 'folderOnly', 'dueDate', 'flagStatus']),
  );
});

test.each(members.filter(({ needed }) => !needed))('$name: an empty $member counts as absent', ({ schema, member }) => {
  const problems = (value: object) => schema.safeParse(value).error?.issues.map(({ path, message }) => [path, message]);
  expect(problems({ [member]: '' })).toEqual(problems({}));
});

test.each(members.filter(({ needed }) => needed))('$name: an empty $member is rejected', ({ schema, member }) => {
  const paths = schema.safeParse({ [member]: '' }).error?.issues.map(({ path }) => path.join('.'));
  expect(paths).toContain(member);
});
