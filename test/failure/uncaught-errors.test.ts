import { expect, test } from 'vitest';
import { run } from '../harness/product/run-process.ts';

/** A program that uses the product's process functions. The path of a request determines how the request ends. */
const program = `
import { EventEmitter } from 'node:events';
import { listen, runProcess } from '@slipway/process';
const emit = () => setImmediate(() => new EventEmitter().emit('error', new Error('no listener')));
const held = [];
await runProcess(async ({ lifecycle }) => {
  const answer = async (request, response) => {
    if (request.url === '/held') return held.push(response);
    if (request.url === '/release') for (const one of held) one.end('held');
    if (request.url === '/answered') response.end('answered');
    if (request.url === '/begun') response.write('begun');
    if (request.url === '/release') return response.end('released');
    if (request.url === '/rejects') throw new Error('not awaited');
    emit();
  };
  const place = { host: '127.0.0.1', port: 0 };
  const { address } = await lifecycle.start('server', () => listen(place, answer), (server) => server.stop(0));
  console.log('is ready at ' + address);
  process.on('SIGUSR2', emit);
});`;

test('an uncaught error ends only the request that caused it', async () => {
  const process = run({ command: [globalThis.process.execPath, '--input-type=module', '-e', program] });
  const [, url] = await process.waitForOutput(/is ready at (\S+)/);
  const heldResponse = fetch(`${url}/held`);
  const get = (path: string) =>
    fetch(`${url}${path}`).then(
      async (answer) => [answer.status, await answer.text().catch(() => 'cut')],
      () => 'none',
    );
  const failed = [500, 'The server could not process the request.\n'];
  expect(await get('/fails')).toEqual(failed);
  expect(await get('/rejects')).toEqual(failed);
  expect(await get('/begun')).toEqual([200, 'cut']);
  expect(await get('/answered')).toEqual([200, 'answered']);
  expect(await get('/release')).toEqual([200, 'released']);
  expect(await (await heldResponse).text()).toBe('held');
  await expect.poll(() => process.output().match(/an uncaught error ended a request/g)?.length).toBe(4);
  process.signal('SIGUSR2');
  expect(await process.ended).toBe(1);
  expect(process.output()).toContain('an uncaught error stops the process');
});
