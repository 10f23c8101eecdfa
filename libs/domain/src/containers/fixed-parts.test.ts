import { expect, test } from 'vitest';
import { withFixedParts } from './index.ts';

const fixed = {
  command: ['sh', '-c'],
  arguments: ['echo "$NAME" ${name}'],
  environment: { NAME: '${name}', URL: '${target.url}/x', NONE: '${missing}${target.missing}${name.member}' },
  files: { list: '${items}', map: '${labels}' },
};

test('a type fixes parts of a container, and its variables and files have values of the task', () => {
  const values = {
    ...{ name: 'web $(id)', target: { url: 'https://c.example' }, items: ['a=1', 'b=2'], labels: { team: 'shop' } },
    ...{ command: ['rm'], environment: { NAME: 'other', OWN: '1' }, image: 'tools' },
  };
  expect(withFixedParts(values, fixed)).toEqual({
    ...values,
    ...{ command: ['sh', '-c'], arguments: ['echo "$NAME" ${name}'] },
    environment: { OWN: '1', NAME: 'web $(id)', URL: 'https://c.example/x', NONE: '' },
    files: { list: 'a=1\nb=2', map: 'team=shop' },
  });
});

test('a task keeps the parts that its type does not fix', () => {
  const values = { command: ['rm'], files: { a: '${name}' } };
  expect(withFixedParts(values, { command: null })).toEqual(values);
});

test('a value cannot contain another placeholder', () => {
  const values = { name: '${secret}', secret: 'word', unset: null, flag: false };
  const filled = withFixedParts(values, { environment: { NAME: '${name}', FLAG: '${flag}', UNSET: '${unset}' } });
  expect(filled.environment).toEqual({ NAME: '${secret}', FLAG: 'false', UNSET: '' });
});
