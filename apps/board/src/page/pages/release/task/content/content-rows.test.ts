import { expect, test } from 'vitest';
import { contentRows } from './content-rows.ts';

const property = (name: string, kind = 'string', more: object = {}) => ({
  name,
  kind,
  category: 'input',
  label: name.toUpperCase(),
  description: '',
  required: false,
  password: false,
  hidden: false,
  enumValues: [],
  ...more,
});

test('the content of a task has the properties of its type with a value, with their blocks', () => {
  const type = {
    type: 'rel.Any',
    properties: [
      'title',
      'addresses',
      'body',
      'script',
      'conditions',
      'empty',
      'startRelease',
      'templateVariables',
    ].map((name) => property(name)),
  };
  const values = {
    title: 'x',
    addresses: ['a@example.com', 'b@example.com'],
    body: '*hi*',
    script: 'print 1',
    conditions: [{ title: 'one' }],
    startRelease: false,
    templateVariables: [
      { key: 'region', value: 'north' },
      { key: 'zones', value: ['a', 'b'] },
    ],
  };
  expect(contentRows(type, new Set(['title']), values)).toEqual([
    { name: 'addresses', label: 'To', kind: 'text', text: 'a@example.com, b@example.com' },
    { name: 'body', label: 'BODY', kind: 'markdown', text: '*hi*' },
    { name: 'script', label: 'SCRIPT', kind: 'code', text: 'print 1' },
    { name: 'startRelease', label: 'Start immediately', kind: 'text', text: 'No' },
    { name: 'templateVariables', label: 'Values', kind: 'text', text: 'region = north\nzones = a, b' },
  ]);
});

test('a password of a plugin task is masked, and its properties keep their labels', () => {
  const properties = [property('body'), property('token', 'string', { password: true }), property('map', 'map')];
  const type = { type: 'acme.Call', plugin: 'acme', properties };
  expect(contentRows(type, new Set(), { body: 'b', token: 'secret', map: { k: 'v', n: 1 } })).toEqual([
    { name: 'body', label: 'BODY', kind: 'text', text: 'b' },
    { name: 'token', label: 'TOKEN', kind: 'text', text: '••••••••' },
    { name: 'map', label: 'MAP', kind: 'text', text: 'k = v\nn = 1' },
  ]);
});
