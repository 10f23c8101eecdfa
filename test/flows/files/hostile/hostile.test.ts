import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { serve } from '../../../harness/product/serve.ts';
import { formOf } from '../../../harness/rest/form.ts';
import { hostileDocuments } from './documents.ts';
import { hostileZips } from './zips.ts';

const { rest, pid } = serve();
const hostile = [...hostileZips, ...hostileDocuments];
const count = async () => (await rest.get<readonly unknown[]>('/templates?resultsPerPage=1000')).length;

/** In megabytes: the most that the server has held so far. */
const peak = () => Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid()}/status`, 'utf8'))?.[1]) / 1024;

/** In milliseconds; of a machine that is busy the best of some attempts counts. */
const longest = 5_000;
const attempts = 3;

test('there are sixty', () => expect(hostile.length).toBeGreaterThanOrEqual(60));

test.each(hostile)('%s is refused, at once', async (_, file, reason) => {
  const bytes = await file();
  const form = () => formOf(bytes, { name: bytes.subarray(0, 1).toString().match(/[PG]/) ? 'a.xlr' : 'a.json' });
  const took: number[] = [];
  do {
    const began = performance.now();
    const said = await rest.refused('POST', '/templates/import', form());
    took.push(performance.now() - began);
    expect(said).toMatch(/^4(00|09|13) /);
    expect(said).toMatch(reason);
  } while (took.at(-1)! > longest && took.length < attempts);
  expect(Math.min(...took)).toBeLessThan(longest);
});

test('what is called like the insides of an object is nothing but a name', async () => {
  const json =
    '{"title":"Safe","__proto__":{"admin":true},"constructor":{"prototype":{"x":1}},"phases":[{"title":"P","tasks":[{"title":"t","type":"rel.ScriptTask","__proto__":{"script":"x"}}]}]}';
  const [imported] = await rest.post<readonly { readonly id: string }[]>('/templates/import', json);
  const read = await rest.get<object>(`/templates/Applications-${imported!.id}`);
  expect(JSON.stringify(read)).not.toMatch(/admin":true|"x":1|"script":"x"/);
  await rest.done('DELETE', `/templates/Applications-${imported!.id}`);
});

test('a file is at most 20 MB, and is cut off nowhere else', async () => {
  const large = formOf(Buffer.alloc(20 * 1024 * 1024 + 1, ' '), { name: 'a.json' });
  expect(await rest.refused('POST', '/templates/import', large)).toMatch(/^413 /);
});

afterAll(async () => {
  expect(await count()).toBe(0);
  expect(peak()).toBeLessThan(300);
});
