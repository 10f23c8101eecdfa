import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type Cell, cellXml, columnLetters } from './cells.ts';
import { divideRows } from './divide-rows.ts';
import type { Sheet, WrittenSheet } from './sheet.ts';
import { readXlsx } from './testing.ts';
import { writeXlsx } from './write-xlsx.ts';

const properties = { title: 'A & "B"', author: 'Slipway <1>', created: new Date('2026-11-30T12:00:00Z') };
const day = Date.parse('2026-11-30T13:14:15Z');

const sheet = (name: string, rows: readonly (readonly Cell[])[]): Sheet => ({
  name,
  columns: Array.from({ length: rows[0]?.length ?? 1 }, (_, index) => ({ title: `<${index}>`, width: 10 + index })),
  rows: () => rows,
});

const write = (...sheets: readonly Sheet[]) => buffer(writeXlsx(sheets, properties));

test('a workbook has its sheets with a header and typed cells, and the type of each part', async () => {
  const rows = [
    ['text', 1, -2.5, true, { date: day }, null, { duration: 43_200_000 }],
    ['  ä\n"x" <b>&amp;', 0, 1e21, false, { date: day + 250 }, ''],
  ];
  const read = await readXlsx(await write(sheet('One & only', rows), sheet('Empty', [])));
  expect([...read].map(([name, { rows: all }]) => [name, all])).toEqual([
    [
      'One & only',
      [
        ['<0>', '<1>', '<2>', '<3>', '<4>', '<5>', '<6>'],
        ['text', 1, -2.5, true, '2026-11-30T13:14:15.000Z', 0.5],
        ['  ä\n"x" <b>&amp;', 0, 1e21, false, '2026-11-30T13:14:15.250Z'],
      ],
    ],
    ['Empty', [['<0>']]],
  ]);
  const { cells, xml } = read.get('One & only')!;
  expect([...cells.keys()].slice(7)).toEqual(['A2', 'B2', 'C2', 'D2', 'E2', 'G2', 'A3', 'B3', 'C3', 'D3', 'E3']);
  expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(xml).toContain('<c r="G2" s="4"><v>0.5</v></c>');
  expect(xml).toContain('<col min="2" max="2" width="11" customWidth="1"/>');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '=HYPERLINK("http://x","y")'])(
  'the text %j stays a text, also when a user edits its cell',
  async (text) => {
    const read = await readXlsx(await write(sheet('a', [[text, `x${text}`]])));
    expect(read.get('a')!.rows[1]).toEqual([text, `x${text}`]);
    expect(read.get('a')!.xml).not.toContain('<f>');
    expect(cellXml(text, 'A1')).toMatch(/^<c r="A1" s="3" t="inlineStr">/);
    expect(cellXml(`x${text}`, 'A1')).toMatch(/^<c r="A1" t="inlineStr">/);
  },
);

test('forbidden characters are removed, and encoded characters are not decoded', async () => {
  const hostile = 'a\u0000b\u001bc\ufffe\uffffd\ud800e😀 _x0041_ _X0042_ _x_ \r\n]]>';
  const read = await readXlsx(await write(sheet('a', [[hostile]])));
  expect(read.get('a')!.rows[1]).toEqual(['abcd\ufffde😀 _x0041_ _X0042_ _x_ \r\n]]>']);
});

test.each([
  ['a', 32_767, 32_767],
  ['a', 32_768, 32_767],
  // The cut would divide the character, which takes two units.
  ['😀', 20_000, 32_766],
  ['😀', 20_001, 32_767],
])('a text %j repeated %i times fits into a cell', async (part, count, length) => {
  const text = part.repeat(count);
  // The reader rejects a file that is compressed to a hundredth.
  const noise = Array.from({ length: 10 }, () => [randomBytes(500).toString('hex')]);
  const [cell] = (await readXlsx(await write(sheet('a', [[text], ...noise])))).get('a')!.rows[1]!;
  const shown = String(cell);
  if (text.length <= 32_767) return expect(shown).toBe(text);
  expect(shown.length).toBeLessThanOrEqual(32_767);
  expect(shown.length).toBeGreaterThanOrEqual(length - 1);
  expect(shown).toMatch(new RegExp(`… \\[cut: ${text.length} characters\\]$`));
});

test('numbers and dates that a spreadsheet cannot represent are texts', async () => {
  const dates = [Date.parse('1900-02-28T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z'), 8.64e15, Number.NaN];
  const cells = [Number.NaN, Number.POSITIVE_INFINITY, ...dates.map((date) => ({ date }))];
  expect((await readXlsx(await write(sheet('a', [cells])))).get('a')!.rows[1]).toEqual([
    'NaN',
    'Infinity',
    '1900-02-28T00:00:00.000Z',
    '9999-12-31T23:59:59.000Z',
    '+275760-09-13T00:00:00.000Z',
    'NaN',
  ]);
});

test('a later sheet gets the number of rows and the checksum of the earlier ones', async () => {
  let previous: readonly WrittenSheet[] = [];
  const proof: Sheet = {
    ...sheet('Proof', []),
    rows: (written) => {
      previous = [...written];
      return [];
    },
  };
  const read = await readXlsx(await write(sheet('One', [['a'], ['b']]), sheet('Two', []), proof));
  const checksum = (name: string) => createHash('sha256').update(read.get(name)!.xml).digest('hex');
  expect(previous).toEqual([
    { name: 'One', file: 'xl/worksheets/sheet1.xml', rows: 2, checksum: checksum('One') },
    { name: 'Two', file: 'xl/worksheets/sheet2.xml', rows: 0, checksum: checksum('Two') },
  ]);
});

test.each([['a/b'], ['[a]'], ["'a"], ['a'.repeat(32)], [''], ['History'], ['Same', 'sAME']])(
  'the names %j of sheets are rejected',
  (...names) => {
    expect(() =>
      writeXlsx(
        names.map((name) => sheet(name, [])),
        properties,
      ),
    ).toThrow('cannot be the name of a sheet');
  },
);

test('an error of a sheet ends the stream', async () => {
  const failing: Sheet = {
    ...sheet('a', []),
    rows: function* () {
      yield ['x'];
      throw new Error('it is gone');
    },
  };
  await expect(write(failing)).rejects.toThrow('it is gone');
});

test('columns have the letters of spreadsheets', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});

test('rows that are too many for one sheet are divided in order', async () => {
  async function* numbers(count: number) {
    for (let number = 1; number <= count; number += 1) yield [number];
  }
  const divide = (count: number) =>
    divideRows({ name: 'Log', columns: [{ title: 'No.', width: 10 }], count, rows: numbers(count) }, 3);
  const contents = async (count: number) =>
    [...(await readXlsx(await write(...divide(count))))].map(([name, { rows }]) => [name, rows.slice(1).flat()]);
  expect(await contents(0)).toEqual([['Log', []]]);
  expect(await contents(3)).toEqual([['Log', [1, 2, 3]]]);
  expect(await contents(7)).toEqual([
    ['Log', [1, 2, 3]],
    ['Log 2', [4, 5, 6]],
    ['Log 3', [7]],
  ]);
});

test('rows are created only as fast as the workbook is read', async () => {
  let created = 0;
  const endless: Sheet = {
    ...sheet('a', [['']]),
    rows: function* () {
      for (;;) {
        created += 1;
        yield [randomBytes(1_000).toString('hex')];
      }
    },
  };
  let taken = 0;
  for await (const part of writeXlsx([endless], properties)) {
    taken += part.length;
    if (taken > 1_000_000) break;
  }
  expect(created * 1_000).toBeLessThan(taken + 1_000_000);
});
