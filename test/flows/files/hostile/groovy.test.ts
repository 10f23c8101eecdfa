import { expect, test } from 'vitest';
import { corpus } from '../../../harness/length.ts';
import { serveApart } from '../../../harness/product/serve.ts';
import { hostileGroovy } from './groovy.ts';
import { sending } from './sending.ts';

const { importRefused, count, peak } = sending(serveApart());

test.each(corpus(hostileGroovy))('%s is refused, at once', (...file) => importRefused(file));

test('none of this Groovy has taken more than 350 MB, or made anything', async () => {
  // of these, the modules of a worker thread take 50 MB
  expect(peak()).toBeLessThan(350);
  expect(await count()).toBe(0);
});
