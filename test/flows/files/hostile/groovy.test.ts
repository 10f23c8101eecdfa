import { expect, test } from 'vitest';
import { serveInOwnProcess } from '../../../harness/product/serve.ts';
import { sampleCorpus } from '../../../harness/test-length.ts';
import { hostileGroovy } from './groovy.ts';
import { createHostileSender } from './hostile-sender.ts';

const { importRefused, count, peak } = createHostileSender(serveInOwnProcess());

test.each(sampleCorpus(hostileGroovy))('%s is refused, at once', (...file) => importRefused(file));

test('none of this Groovy has taken more than 300 MB, or made anything', async () => {
  expect(peak()).toBeLessThan(300);
  expect(await count()).toBe(0);
});
