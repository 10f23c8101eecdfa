import { NotFound } from '@slipway/domain/model';
import { Overloaded } from '@slipway/engine';
import { RunnerBusy, RunnerUnavailable } from '@slipway/script-protocol';
import { expect, test } from 'vitest';
import { ServiceUnavailable } from '../http/errors/errors.ts';
import { limitReplayPreview } from './received-event-routes.ts';

test('two previews of replays run, sixteen wait, and one more is rejected', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let started = 0;
  const previews = Array.from({ length: 18 }, (_, index) =>
    limitReplayPreview(async () => {
      started += 1;
      await opened;
      return index;
    }),
  );
  await expect(limitReplayPreview(async () => 18)).rejects.toThrow(
    new Overloaded('too many previews of replays at once, try again'),
  );
  expect(started).toBe(2);
  open();
  expect(await Promise.all(previews)).toEqual(Array.from({ length: 18 }, (_, index) => index));
  expect(await limitReplayPreview(async () => 18)).toBe(18);
});

test.each([new RunnerUnavailable('there is no script runner'), new RunnerBusy('it has no place')])(
  'a preview without an available script runner returns ServiceUnavailable',
  async (error) => {
    await expect(limitReplayPreview(() => Promise.reject(error))).rejects.toThrow(
      new ServiceUnavailable('the script runner does not respond: try again'),
    );
  },
);

test('other errors are unchanged', async () => {
  const error = new NotFound("there is no delivery 'x'");
  await expect(limitReplayPreview(() => Promise.reject(error))).rejects.toBe(error);
});
