import { expect, test } from 'vitest';
import { serveInOwnProcess } from '../../../harness/product/serve.ts';
import { sampleCorpus } from '../../../harness/test-length.ts';
import { hostileGroovy } from './groovy.ts';
import { createHostileSender } from './hostile-sender.ts';

const { importRefused, count, peak } = createHostileSender(serveInOwnProcess());

test.each(sampleCorpus(hostileGroovy))('%s is refused quickly', (...file) => importRefused(file));

// A file with 300,000 statements, the maximum, adds 130 MB to a server of 170 MB, and the other files 60 MB.
test('none of these Groovy files has used more than 400 MB or created an object', async () => {
  expect(peak()).toBeLessThan(400);
  expect(await count()).toBe(0);
});
