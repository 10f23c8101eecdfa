import { expect, test } from 'vitest';
import { createHealth } from './health.ts';
import { startProbes } from './management.ts';

const metrics = { expose: async () => ({ type: 'text/plain; version=0.0.4', text: 'slipway_figure 1\n' }) };
const config = { host: '127.0.0.1', port: 0 };

test('a process without an API serves its liveness, its readiness and its metrics', async () => {
  const health = createHealth();
  const probes = await startProbes({ hostPort: config, health, metrics });
  const ask = async (path: string) => {
    const answer = await fetch(`${probes.address}${path}`);
    return [answer.status, answer.headers.get('content-type'), await answer.text()];
  };
  expect(await ask('/livez')).toEqual([200, 'application/json', '{"alive":true}']);
  expect(await ask('/readyz')).toEqual([200, 'application/json', '{"ready":true,"draining":false,"checks":{}}']);
  health.drain();
  expect(await ask('/readyz')).toEqual([503, 'application/json', '{"ready":false,"draining":true,"checks":{}}']);
  expect(await ask('/metrics')).toEqual([200, 'text/plain; version=0.0.4', 'slipway_figure 1\n']);
  expect(await ask('/api/v1/templates')).toEqual([404, 'text/plain', 'there is nothing here\n']);
  await probes.stop();
});

test('unreadable metrics give a response without a reason', async () => {
  const broken = { expose: async () => Promise.reject(new Error('password authentication failed')) };
  const probes = await startProbes({ hostPort: config, health: createHealth(), metrics: broken });
  const answer = await fetch(`${probes.address}/metrics`);
  expect([answer.status, await answer.text()]).toEqual([500, 'currently unavailable\n']);
  await probes.stop();
});

test('a port in use is reported in one message', async () => {
  const probes = await startProbes({ hostPort: config, health: createHealth(), metrics });
  const port = Number(new URL(probes.address).port);
  await expect(startProbes({ hostPort: { ...config, port }, health: createHealth(), metrics })).rejects.toThrow(
    `port ${port} of 127.0.0.1 is in use: stop the process that uses it, or set PORT to another port`,
  );
  await probes.stop();
});
