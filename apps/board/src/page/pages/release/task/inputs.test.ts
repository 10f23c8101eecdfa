import { expect, test } from 'vitest';
import { collectAnswers } from './inputs.tsx';

const variable = (
  key: string,
  type: string,
  valueProvider?: Parameters<typeof collectAnswers>[1][number]['valueProvider'],
) => ({
  id: `Variable${key}`,
  key,
  type: `rel.${type}`,
  valueProvider,
});

test('values are sent in an order in which the server can compare list boxes with their lists', () => {
  const inputs = [
    variable('box', 'StringVariable', { variable: 'list' }),
    variable('some', 'ListStringVariable', { values: ['a', 'b'] }),
    variable('list', 'ListStringVariable'),
    variable('untouched', 'StringVariable'),
    variable('count', 'IntegerVariable'),
  ];
  const texts = new Map(
    Object.entries({ Variablebox: 'x', Variablesome: 'a\nb', Variablelist: 'x\ny', Variablecount: '' }),
  );
  expect(collectAnswers(texts, inputs)).toEqual([
    { id: 'Variablelist', key: 'list', value: ['x', 'y'] },
    { id: 'Variablecount', key: 'count', value: null },
    { id: 'Variablebox', key: 'box', value: 'x' },
    { id: 'Variablesome', key: 'some', value: ['a', 'b'] },
  ]);
});
