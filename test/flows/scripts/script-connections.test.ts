import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { startRelease } from '../../harness/rest/plans.ts';
import { asJavaScript, scriptTask, waitForComments } from '../../harness/rest/script-tasks.ts';

const { rest } = serve();

const outputs: string[] = [];
const server = createServer((request, response) => {
  outputs.push(request.headers.authorization ?? 'nobody');
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
  asJavaScript(
    `try { print(http.get('${url}/', { connection: '${name}' }).status) } catch (error) { print(error.message) }`,
  );
const runAndRead = async (name: string, more = {}) =>
  await waitForComments(rest, await startRelease(rest, { Go: [scriptTask(script(name))] }, more), 'run', 'COMPLETED');

test('a script can use a configuration that its task does not have only if its run-as user may read it', async () => {
  const refusal =
    'the configuration of the request was not given to this script, and the run-as user (scriptUsername) cannot read it';
  // the same error for an unknown configuration, so that it reveals nothing
  expect(await runAndRead('Configuration/Custom/None')).toEqual([refusal]);
  expect(await runAndRead(id)).toEqual([refusal]);
  expect(outputs).toEqual([]);
  expect(await runAndRead(id, { scriptUsername: 'admin' })).toEqual(['200']);
  expect(outputs).toEqual([`Basic ${Buffer.from('bob:their-word').toString('base64')}`]);
});
