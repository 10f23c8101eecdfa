import { expect, test } from 'vitest';
import { allTypes, categoriesOf, findTypes } from './type-categories.ts';

const type = (name: string, title: string, extra: { readonly group?: boolean; readonly plugin?: string } = {}) => ({
  ...{ type: name, title, description: `Does ${title}`, group: false, ...extra },
});
const types = [
  type('rel.Task', 'Manual'),
  type('rel.ParallelGroup', 'Parallel group', { group: true }),
  type('rel.ScriptTask', 'Script'),
  type('webhook.JsonWebhook', 'JSON webhook'),
  type('rel.NotificationTask', 'Notification'),
  type('zeta.Deploy', 'Deploy', { plugin: 'zeta' }),
  type('acme.Deploy', 'Deploy it', { plugin: 'acme' }),
];
const titles = (category: string, text: string) => findTypes(types, category, text).map(({ title }) => title);

test('categories have at least one type, and plugins are last and sorted', () => {
  expect(categoriesOf(types)).toEqual([allTypes, 'Core', 'Groups', 'Scripts', 'Notifications', 'acme', 'zeta']);
  expect(categoriesOf([types[0]!])).toEqual([allTypes, 'Core']);
});

test('types are found by category, and by words of their title, description and plugin', () => {
  expect(titles(allTypes, '')).toHaveLength(types.length);
  expect(titles('Scripts', '')).toEqual(['Script', 'JSON webhook']);
  expect(titles('acme', '')).toEqual(['Deploy it']);
  expect(titles(allTypes, 'ACME deploy')).toEqual(['Deploy it']);
  expect(titles(allTypes, ' does  notif')).toEqual(['Notification']);
  expect(titles('Core', 'deploy')).toEqual([]);
});
