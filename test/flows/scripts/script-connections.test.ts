import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { startedOf } from '../../harness/rest/plans.ts';
import { inJavaScript, saidOf, scripted } from '../../harness/rest/scripted.ts';

const { rest } = serve();

const seen: string[] = [];
const server = createServer((request, response) => {
  seen.push(request.headers.authorization ?? 'nobody');
  response.end();
});
let id: string;
let url: string;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connection = { type: 'configuration.HttpConnection', title: 'Theirs', url, authenticationMethod: 'Basic' };
  ({ id } = await rest.post<{ id: string }>('/config', { ...connection, username: 'bob', password: 'their-word' }));
});
afterAll(() => new Promise((done) => server.close(done)));

const script = (name: string) =>
  inJavaScript(
    `try { print(http.get('${url}/', { connection: '${name}' }).status) } catch (error) { print(error.message) }`,
  );
const said = async (name: string, more = {}) =>
  await saidOf(rest, await startedOf(rest, { Go: [scripted(script(name))] }, more), 'run', 'COMPLETED');

test('a script uses a configuration that its task does not have only as a user who may read it', async () => {
  const refusal =
    'the configuration of the request was not given to this script, and the run-as user (scriptUsername) cannot read it';
  // the same where there is none: nothing is learnt of it
  expect(await said('Configuration/Custom/None')).toEqual([refusal]);
  expect(await said(id)).toEqual([refusal]);
  expect(seen).toEqual([]);
  expect(await said(id, { scriptUsername: 'admin' })).toEqual(['200']);
  expect(seen).toEqual([`Basic ${Buffer.from('bob:their-word').toString('base64')}`]);
});
