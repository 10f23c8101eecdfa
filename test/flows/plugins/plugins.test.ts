import { describe, expect, test } from 'vitest';
import { type Files, jarOf, manifest, noise, synthetic } from '../../../libs/plugins/src/testing.ts';
import { serveSecondServer } from '../../harness/product/second-server.ts';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';

const product = serve();
const { rest, url } = product;
const secondClient = serveSecondServer(product);

interface Plugin {
  readonly id: string;
  readonly version: string;
  readonly types: readonly { readonly type: string }[];
}

const property = '<property name="token" password="true" required="true" label="Token" default="open sesame"/>';
const server = `<type type="acme.Server" extends="configuration.HttpConnection" label="Server">${property}</type>`;

const jar = (types = server, name = 'acme', version = '1', more: Files = {}) =>
  jarOf({
    'META-INF/MANIFEST.MF': `Manifest-Version: 1.0\nPlugin-Name: ${name}\nPlugin-Version: ${version}\n`,
    'synthetic.xml': synthetic(types),
    ...more,
  });

const upload = async (bytes: Buffer | Promise<Buffer>) => await rest.post<Plugin>('/plugins', fileForm(await bytes));
const refused = async (bytes: Buffer | Promise<Buffer>) =>
  await rest.sendForError('POST', '/plugins', fileForm(await bytes));

test('an uploaded plugin is installed, and all processes know its types at once', async () => {
  expect(await rest.sendForError('GET', '/metadata/types/acme.Server')).toBe("404 there is no type 'acme.Server'");
  const installed = await upload(jar());
  const token = {
    name: 'token',
    kind: 'string',
    category: 'input',
    label: 'Token',
    description: '',
    required: true,
    password: true,
    hidden: false,
    defaultValue: '********',
    enumValues: [],
  };
  const type = {
    type: 'acme.Server',
    extends: 'configuration.HttpConnection',
    label: 'Server',
    description: '',
    virtual: false,
    plugin: 'acme',
    properties: [token],
  };
  expect(installed).toEqual({
    id: 'acme',
    name: 'acme',
    version: '1',
    checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
    types: [type],
    source: 'upload',
    warnings: [],
    lacks: [],
    installedAt: expect.stringMatching(/^20\d\d-[\d-]{5}T[\d:.]{12}\+00:00$/),
    installedBy: 'admin',
  });
  const inherited = await rest.get<typeof type>('/metadata/types/configuration.HttpConnection');
  expect(await secondClient.get('/metadata/types/acme.Server')).toEqual({
    ...type,
    properties: [...inherited.properties, token],
  });
  expect(await secondClient.get('/plugins')).toEqual([installed]);
  expect(await secondClient.get('/plugins/acme')).toEqual(installed);
});

const typeOf = (name: string) => `<type type="${name}" extends="rel.Configuration"/>`;

test('an upload replaces the plugin with the same name, and deleting a plugin removes its types', async () => {
  await upload(jar(typeOf('one.A'), 'one', '1'));
  const { version, types } = await upload(jar(typeOf('one.B'), 'one', '2'));
  expect([version, types.map(({ type }) => type)]).toEqual(['2', ['one.B']]);
  expect(await secondClient.sendForError('GET', '/metadata/types/one.A')).toBe("404 there is no type 'one.A'");
  await secondClient.get('/metadata/types/one.B');
  await rest.sendForNoContent('DELETE', '/plugins/one');
  expect(await secondClient.sendForError('GET', '/metadata/types/one.B')).toBe("404 there is no type 'one.B'");
  expect(await rest.sendForError('GET', '/plugins/one')).toBe("404 there is no plugin 'one'");
  expect(await rest.sendForError('DELETE', '/plugins/one')).toBe("404 there is no plugin 'one'");
});

test('a type belongs to one plugin, even after concurrent uploads', async () => {
  const both = [jar(typeOf('two.A'), 'two'), jar(typeOf('two.A'), 'too')];
  const replies = await Promise.all(
    both.map(async (jarFile) => await rest.send('POST', '/plugins', fileForm(await jarFile))),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)?.text).toMatch(
    /^type 'two\.A' is already defined by the plugin '(two|too)'\n$/,
  );
});

test('a type with configurations cannot be removed', async () => {
  await upload(jar(typeOf('used.A') + typeOf('used.B'), 'used'));
  const created = await rest.post<{ id: string }>('/config', { type: 'used.A', title: 'In use' });
  const id = created.id.slice(created.id.lastIndexOf('/') + 1);
  const refusal = `409 the configuration '${id}' (In use) has a type of the plugin 'used': delete it first`;
  expect(await rest.sendForError('DELETE', '/plugins/used')).toBe(refusal);
  expect(await refused(jar(typeOf('used.B'), 'used', '2'))).toBe(refusal);
  await upload(jar(typeOf('used.A'), 'used', '3'));
  await rest.sendForNoContent('DELETE', `/config/${created.id}`);
  await rest.sendForNoContent('DELETE', '/plugins/used');
});

describe('an invalid plugin is refused, and changes nothing:', () => {
  test.each<[string, () => Promise<FormData | string>, string]>([
    [
      'a jar without a manifest',
      async () => fileForm(await jarOf({ 'synthetic.xml': synthetic(server) })),
      '400 the jar has no META-INF/MANIFEST.MF',
    ],
    [
      'a file that is not a jar',
      async () => fileForm(Buffer.from('hello')),
      '400 the jar cannot be read: End of central directory record signature not found. Either not a zip file, or file is truncated.',
    ],
    [
      'an empty file',
      async () => fileForm(Buffer.alloc(0)),
      '400 the jar cannot be read: End of central directory record signature not found. Either not a zip file, or file is truncated.',
    ],
    [
      'a zip bomb',
      async () => fileForm(await jarOf({ 'META-INF/MANIFEST.MF': manifest, bomb: Buffer.alloc(200_000_000) })),
      "400 'bomb' in the jar is larger than 16777216 bytes",
    ],
    [
      'another part',
      async () => fileForm(await jar(), { part: 'jar' }),
      '400 file: expected one part with this name, containing a file',
    ],
    [
      'a text in the part',
      async () => {
        const form = new FormData();
        form.set('file', 'x');
        return form;
      },
      '400 file: expected one part with this name, containing a file',
    ],
    [
      'two files',
      async () => {
        const form = fileForm(await jar());
        form.append('file', new Blob(['x']), 'b.jar');
        return form;
      },
      '400 file: expected one part with this name, containing a file',
    ],
    [
      'very many parts',
      async () => {
        const form = new FormData();
        for (let at = 0; at < 50; at += 1) form.set(`f${at}`, 'x');
        return form;
      },
      '400 the form has too many parts',
    ],
    ['JSON', async () => '{}', '415 a body must have Content-Type: multipart/form-data, with one part named file'],
    [
      'a file over the limit',
      async () => fileForm(Buffer.from(noise(21 * 1024 * 1024))),
      '413 the body is larger than 21037056 bytes',
    ],
    [
      'a file just over the limit',
      async () => fileForm(Buffer.from(noise(20 * 1024 * 1024 + 1))),
      '413 the file is larger than 20971520 bytes',
    ],
  ])('%s', async (_, form, refusal) => {
    const before = await rest.get('/plugins');
    expect(await rest.sendForError('POST', '/plugins', await form())).toBe(refusal);
    expect(await rest.get('/plugins')).toEqual(before);
  });

  test.each([
    ['multipart/form-data', 'x', '415 a body must have Content-Type: multipart/form-data, with one part named file'],
    ['multipart/form-data; boundary=', 'x', '400 the body is not valid multipart/form-data'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx',
      '400 the body is not valid multipart/form-data',
    ],
    ['multipart/form-data; boundary=b', '', '400 the body is not valid multipart/form-data'],
  ])('a body of type %s: %j', async (type, body, refusal) => {
    const { status, text } = await rest.send('POST', '/plugins', body, { 'content-type': type });
    expect(`${status} ${text.trimEnd()}`).toBe(refusal);
  });

  test('a form from a page of another site', async () => {
    for (const [name, from] of [
      ['sec-fetch-site', 'cross-site'],
      ['origin', 'https://example.org'],
    ] as const) {
      const { status } = await rest.send('POST', '/plugins', fileForm(await jar()), { [name]: from });
      expect(status).toBe(403);
    }
  });
});

test('repeated uploads with one idempotency key are processed once', async () => {
  const form = 'multipart/form-data; boundary=b';
  const bytes = await jar(typeOf('key.A'), 'key');
  const body = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="k.jar"\r\n\r\n'),
    bytes,
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const send = async () => {
    const login = { authorization: `Basic ${btoa('admin:admin')}` };
    const headers = { ...login, 'content-type': form, 'idempotency-key': 'upload' };
    const reply = await fetch(`${url()}/api/v1/plugins`, { method: 'POST', headers, body: new Uint8Array(body) });
    return [reply.status, await reply.text()];
  };
  const first = await send();
  expect(await send()).toEqual(first);
});

test('a secret of a plugin task is encrypted, masked, and kept if the request contains the mask', async () => {
  await upload(
    jar(
      '<type type="job.Run" extends="rel.Tile"><property name="pin" password="true"/><property name="token"/></type>',
      'job',
    ),
  );
  const tasks = [{ title: 'run', type: 'job.Run', pin: 'hidden', token: 'shown' }];
  const template = await secondClient.post<Release>('/templates', { title: 'T', phases: [{ title: 'P', tasks }] });
  const task = template.phases[0]!.tasks[0]! as Task & { readonly pin: string };
  expect(task).toMatchObject({ pin: '********', token: 'shown' });
  expect(await rest.put(`/tasks/${task.id}`, { ...task, token: 'other' })).toMatchObject({
    pin: '********',
    token: 'other',
  });
  const storedTasks = await product.database().query<{ passive: string }>({ text: 'select passive::text from tasks' });
  const pins = storedTasks.flatMap(({ passive }) => /"pin": "([^"]*)"/.exec(passive)?.[1] ?? []);
  expect(pins).toEqual([expect.stringMatching(/^v1\.[0-9a-f]{8}\./)]);
});
