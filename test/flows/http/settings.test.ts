import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { sendRaw } from '../../harness/rest/raw-request.ts';

const folder = mkdtempSync(join(tmpdir(), 'slipway-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const keys = generateKeyPairSync('ed25519');
const license = (expires: string) => {
  const body = Buffer.from(JSON.stringify({ licensee: 'ACME', expires })).toString('base64url');
  return `${body}.${sign(null, Buffer.from(body), keys.privateKey).toString('base64url')}`;
};
const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const LICENSE_PUBLIC_KEY_FILE = write('key', keys.publicKey.export({ type: 'spki', format: 'pem' }).toString());

describe('with another type prefix and below a context root', () => {
  const { rest, url } = serve({ TYPE_PREFIX: 'acme', CONTEXT_ROOT: '/tools/slipway' });

  test('the base URL ends with the context root, and only probes are available outside it', async () => {
    expect(new URL(url()).pathname).toBe('/tools/slipway');
    const outside = await sendRaw(url(), { path: '/api/v1/templates' });
    expect([outside.status, outside.text]).toEqual([404, 'there is no resource at /api/v1/templates\n']);
    for (const path of ['/livez', '/readyz', '/tools/slipway/livez', '/tools/slipway/docs']) {
      expect((await sendRaw(url(), { path, login: null })).status).toBe(200);
    }
  });

  test('responses have types with the prefix; requests may use the prefix, rel or no prefix; other types are full names', async () => {
    const types = ['acme.GateTask', 'rel.GateTask', 'GateTask', 'family.GateTask', 'bamboo.Task', 'jenkins.Build'];
    const tasks = types.map((type) => ({ type, title: type }));
    const created = await rest.post<{ type: string; phases: { type: string; tasks: { type: string }[] }[] }>(
      '/templates',
      {
        type: 'acme.Release',
        title: 'Types',
        phases: [{ type: 'acme.Phase', tasks }],
      },
    );
    expect([created.type, created.phases[0]!.type, ...created.phases[0]!.tasks.map(({ type }) => type)]).toEqual([
      'acme.Release',
      'acme.Phase',
      'acme.GateTask',
      'acme.GateTask',
      'acme.GateTask',
      'family.GateTask',
      'bamboo.Task',
      'jenkins.Build',
    ]);
  });

  test('a document with the prefix of another server is accepted', async () => {
    const created = await rest.post<{ variables: { type: string }[]; phases: { tasks: { type: string }[] }[] }>(
      '/templates',
      {
        type: 'family.Release',
        title: 'Exported',
        variables: [{ type: 'family.BooleanVariable', key: 'x', value: true, requiresValue: false }],
        phases: [{ type: 'family.Phase', tasks: [{ type: 'family.GateTask' }, { type: 'bamboo.Task' }] }],
      },
    );
    expect([...created.variables, ...created.phases[0]!.tasks].map(({ type }) => type)).toEqual([
      'acme.BooleanVariable',
      'acme.GateTask',
      'bamboo.Task',
    ]);
  });

  test('the OpenAPI document contains the context root', async () => {
    const { text } = await sendRaw(url(), { path: '/tools/slipway/api/v1/openapi.json', login: null });
    expect(JSON.parse(text).servers).toEqual([{ url: '/tools/slipway/api/v1' }]);
  });
});

describe('with a valid license', () => {
  const { rest } = serve({ LICENSE_FILE: write('good', license('2100-01-01T00:00:00Z')), LICENSE_PUBLIC_KEY_FILE });

  test('everything works', async () => {
    expect(await rest.get('/folders/list')).toEqual([]);
  });

  test('admins see its expiry date', async () => {
    const { licence: licenseStatus } = await rest.get<{ readonly licence: unknown }>('/system/status');
    expect(licenseStatus).toEqual({ expires: '2100-01-01T00:00:00.000+00:00' });
  });
});

describe('with an expired license', () => {
  const { rest, url, output } = serve({
    LICENSE_FILE: write('old', license('2020-01-01T00:00:00Z')),
    LICENSE_PUBLIC_KEY_FILE,
  });

  test('every REST call returns 402, and probes are available', async () => {
    expect(await rest.sendForError('GET', '/folders/list')).toBe('402 the license has expired');
    expect(await rest.sendForError('POST', '/templates', { title: 'X' })).toBe('402 the license has expired');
    expect((await sendRaw(url(), { path: '/readyz', login: null })).status).toBe(200);
    const warning = { level: 'warn', msg: 'the license has expired' };
    const lines = output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining(warning)]);
  });

  test('a wrong password still returns 401', async () => {
    expect((await sendRaw(url(), { path: '/api/v1/folders/list', login: 'admin:wrong' })).status).toBe(401);
  });
});

describe('with an unsigned license', () => {
  const { rest } = serve({ LICENSE_FILE: write('forged', 'e30.e30'), LICENSE_PUBLIC_KEY_FILE });

  test('every REST call returns 402', async () => {
    expect(await rest.sendForError('GET', '/folders/list')).toBe('402 the license is invalid');
  });
});
