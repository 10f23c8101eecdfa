import { expect, test } from 'vitest';
import { sampleCorpus } from '../../../harness/length.ts';
import { serveInOwnProcess } from '../../../harness/product/serve.ts';
import { hostileGroovy } from './groovy.ts';
import { createHostileSender } from './sending.ts';

const { importRefused, count, peak } = createHostileSender(serveInOwnProcess());

test.each(sampleCorpus(hostileGroovy))('%s is refused, at once', (...file) => importRefused(file));

test('none of this Groovy has taken more than 300 MB, or made anything', async () => {
  expect(peak()).toBeLessThan(300);
  expect(await count()).toBe(0);
});
