import { expect, test } from 'vitest';
import { corpus } from '../../../harness/length.ts';
import { serveApart } from '../../../harness/product/serve.ts';
import { hostileGroovy } from './groovy.ts';
import { sending } from './sending.ts';

const { importRefused, count, peak } = sending(serveApart());

test.each(corpus(hostileGroovy))('%s is refused, at once', (...file) => importRefused(file));

test('none of this Groovy has taken more than 300 MB, or made anything', async () => {
  expect(peak()).toBeLessThan(300);
  expect(await count()).toBe(0);
});
