import { AsyncLocalStorage } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { deadlineIn } from './deadline.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const hour = 3_600_000;

test('ends at its time, with its reason', async () => {
  const { signal } = deadlineIn(1);
  await expect.poll(() => signal.aborted).toBe(true);
  expect(signal.reason).toMatchObject({ name: 'TimeoutError', message: 'it took longer than 1 ms' });
});

test('does not retain its request after the end of the request', async () => {
  const requests = new AsyncLocalStorage<object>();
  const ask = (): WeakRef<object> => {
    const request = {};
    requests.run(request, () => {
      const { signal, end } = deadlineIn(hour);
      signal.addEventListener('abort', () => {});
      end();
    });
    return new WeakRef(request);
  };
  const request = ask();
  await expect
    .poll(() => {
      collect();
      return request.deref() === undefined;
    })
    .toBe(true);
});
