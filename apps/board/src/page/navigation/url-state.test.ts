import { expect, test } from 'vitest';
import {
  choiceParam,
  flagParam,
  offsetParam,
  optionalOffsetParam,
  optionalParam,
  textParam,
  urlState,
  withParams,
} from './url-state.ts';

const list = urlState(
  {
    text: textParam('q'),
    after: optionalParam('after'),
    isMine: flagParam('mine'),
    order: choiceParam('order', ['date', 'title']),
    from: offsetParam('from', 100),
    row: optionalOffsetParam('row'),
    label: textParam('label'),
  },
  (state) => (state.order === 'title' ? state : { ...state, label: '' }),
);
const defaults = { text: '', after: null, isMine: false, order: 'date', from: 0, row: null, label: '' };

test('a URL contains the state without defaults, in the order of the schema', () => {
  const state = { text: 'a & b', after: 'k', isMine: true, order: 'title', from: 200, row: 0, label: 'x' } as const;
  const address = '/list?q=a+%26+b&after=k&mine=yes&order=title&from=200&row=0&label=x';
  expect(list.url('/list', state)).toBe(address);
  expect(list.parse(new URLSearchParams(address.slice('/list?'.length)))).toEqual(state);
  expect(list.url('/list', list.parse(new URLSearchParams()))).toBe('/list');
});

test.each([
  'other=1',
  'order=constructor',
  'order=',
  'from=-1',
  'from=1.5',
  'from=99',
  'from=9e9',
  'from=9999999',
  'row=x',
  'after=',
  'label=only+with+titles',
])('an invalid or meaningless value is ignored: %s', (text) => {
  expect(list.parse(new URLSearchParams(text))).toEqual(defaults);
});

test('an offset is a multiple of the page size', () => {
  expect(list.parse(new URLSearchParams('from=250')).from).toBe(200);
});

test('a path without parameters has no question mark', () => {
  expect([withParams('/x', new URLSearchParams()), withParams('/x', new URLSearchParams('a=1'))]).toEqual([
    '/x',
    '/x?a=1',
  ]);
});
