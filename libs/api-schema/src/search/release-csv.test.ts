import { expect, test } from 'vitest';
import { csvField } from './release-csv.ts';

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  [' padded ', '" padded "'],
  ['ünïcode 🚢 عربى', 'ünïcode 🚢 عربى'],
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', '"\'\t=1"'],
  ['\r=1', '"\'\r=1"'],
  [' =1', "' =1"],
  ['\n\u00a0+1', '"\'\n\u00a0+1"'],
  ['＝1+1', "'＝1+1"],
  ['a=1', 'a=1'],
  [-1, '-1'],
  [true, 'true'],
  [undefined, ''],
])('the field of %j is %s', (value, field) => {
  expect(csvField(value)).toBe(field);
});
