import { expect, test } from 'vitest';
import { serveInOwnProcess } from '../../../harness/product/serve.ts';
import { sampleCorpus } from '../../../harness/test-length.ts';
import { hostileGroovy } from './groovy.ts';
import { createHostileSender } from './hostile-sender.ts';

const { importRefused, count, peak } = createHostileSender(serveInOwnProcess());

test.each(sampleCorpus(hostileGroovy))('%s is refused quickly', (...file) => importRefused(file));

test('none of these Groovy files has used more than 300 MB or created an object', async () => {
  expect(peak()).toBeLessThan(300);
  expect(await count()).toBe(0);
});
