import { expect, test } from 'vitest';
import { serve } from '../../../harness/product/serve.ts';
import { hostileGroovy } from './groovy.ts';
import { sending } from './sending.ts';

const { importRefused, count, peak } = sending(serve());

test.each(hostileGroovy)('%s is refused, at once', (...file) => importRefused(file));

test('none of this Groovy has taken more than 300 MB, or made anything', async () => {
  expect(peak()).toBeLessThan(300);
  expect(await count()).toBe(0);
});
