import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createEgress, type HttpReply } from '@slipway/outbound-http';
import { type PluginTypes, readIntegrations } from '@slipway/plugins';
import type { HttpRequest } from '@slipway/script-protocol';
import { sshProtocol } from '@slipway/ssh-host';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scriptFault } from '../../libs/application/src/configurations/connection-check.ts';
import { buildPluginTypes } from '../../libs/plugins/src/installed/plugin-types.ts';
import { startTestRunner, type TestRunner } from '../../services/script-runner/src/testing.ts';
import { loopback, runTask, type TaskResult } from '../../test/harness/integrations/run-task.ts';
import { type Sshd, startSshd } from '../../test/harness/integrations/sshd.ts';

let sshd: Sshd | null;
let runner: TestRunner;
let types: PluginTypes;
beforeAll(async () => {
  [sshd, runner] = await Promise.all([startSshd(), startTestRunner()]);
  types = buildPluginTypes((await readIntegrations()).filter(({ name }) => name === 'ssh').map(({ plugin }) => plugin));
});
afterAll(async () => {
  await Promise.all([runner.stop(), sshd?.stop()]);
});

/** Skips a test without an SSH server, with the reason. */
const serverOf = (skip: (reason: string) => never): Sshd => sshd ?? skip('sshd is missing: install openssh-server');

/** The result of a task, and the folder of its temporary files on the host. */
interface Ran extends TaskResult {
  readonly folder: string;
  readonly left: readonly string[];
}

async function run(server: Sshd, properties: object, abortAfter?: number): Promise<Ran> {
  const folder = await mkdtemp(join(server.folder, 'task-'));
  const { port, username, privateKey, passphrase, hostKey } = server;
  const login = { address: '127.0.0.1', port, username, privateKey, passphrase, hostKey };
  const task = {
    type: 'remoteScript.Unix',
    properties: { ...login, temporaryDirectoryPath: folder, ...properties },
    abortAfter,
  };
  const result = await runTask(runner.client, types, task);
  expect(JSON.stringify(result)).not.toContain(passphrase);
  return { ...result, folder, left: await readdir(folder) };
}

const [first, start, finish, abort] = ['', '.start', '.finish', '.abort'].map((part) => `remoteScript/Unix${part}.js`);

test('a script runs in its folder, and returns both outputs and its exit code', async ({ skip }) => {
  const script = "#!/bin/sh -e\npwd; printf '%s\\n' 'héllo ☂ '\\''$HOME'\\'' `id`' \"$0\"; echo warning >&2";
  const { outputs, error, left, scripts } = await run(serverOf(skip), { script, remotePath: '/usr' });
  expect(error).toBeNull();
  expect(outputs).toMatchObject({ err: 'warning\n', exitCode: 0 });
  expect(outputs.output).toMatch(/^\/usr\nhéllo ☂ '\$HOME' `id`\n.*\/script\n$/);
  expect([scripts, left]).toEqual([[first, start, finish], []]);
});

test('an exit code other than 0 fails the task, which keeps the outputs', async ({ skip }) => {
  const { outputs, error, left } = await run(serverOf(skip), { script: 'echo out; echo no space left >&2; exit 7' });
  expect(error).toBe('Error: the script ended with the exit code 7: no space left');
  expect([outputs, left]).toEqual([{ output: 'out\n', err: 'no space left\n', exitCode: 7 }, []]);
});

test('a long output has its beginning, its end, and the number of bytes between them', async ({ skip }) => {
  const { outputs } = await run(serverOf(skip), { script: 'seq 200000; seq 5 >&2' });
  const lines = String(outputs.output).split('\n');
  expect([lines[0], lines.at(-2), outputs.err]).toEqual(['1', '200000', '1\n2\n3\n4\n5\n']);
  expect(lines.filter((line) => line.startsWith('['))).toEqual(['[1026751 bytes are not shown]']);
});

test('a script of almost 1 MB runs', async ({ skip }) => {
  const script = `${'# a comment with a "quote"\n'.repeat(30_000)}echo the end`;
  expect((await run(serverOf(skip), { script })).outputs.output).toBe('the end\n');
});

test('a long script survives a restart of the SSH server, and runs once', async ({ skip }) => {
  const server = serverOf(skip);
  const mark = join(server.folder, 'runs');
  const gate = join(server.folder, 'gate');
  const script = `echo run >>${mark}; while [ ! -e ${gate} ]; do sleep 0.1; done; echo done`;
  const running = run(server, { script });
  await expect.poll(() => readFile(mark, 'utf8').catch(() => '')).toBe('run\n');
  await server.kill();
  await server.restart();
  await writeFile(gate, '');
  const { outputs, scripts } = await running;
  expect([outputs.output, await readFile(mark, 'utf8')]).toEqual(['done\n', 'run\n']);
  expect(scripts.slice(0, 2)).toEqual([first, start]);
  expect(scripts.at(-1)).toBe(finish);
});

const processes = async (pattern: string): Promise<string> =>
  (await promisify(execFile)('ps', ['-eo', 'args'])).stdout
    .split('\n')
    .filter((line) => line.includes(pattern))
    .join('\n');

test('an abort ends all processes of the script', async ({ skip }) => {
  const { scripts, left } = await run(serverOf(skip), { script: 'sleep 98765 & sleep 98765' }, 2);
  expect([scripts, left]).toEqual([[first, start, abort], []]);
  expect(await processes('sleep 98765')).toBe('');
});

test('a script that is aborted before its start never starts', async ({ skip }) => {
  const server = serverOf(skip);
  const mark = join(server.folder, 'never');
  const { left, folder } = await run(server, { script: `touch ${mark}` }, 1);
  expect(await readdir(join(folder, left[0] ?? ''))).toEqual(['started']);
});

test('a process list contains neither the script nor a secret', async ({ skip }) => {
  const script = 'secret=tr0ub4dor; ps -eo args; sleep 0';
  const { outputs } = await run(serverOf(skip), { script });
  expect(outputs.output).toContain('slipway-');
  expect(outputs.output).not.toContain('tr0ub4dor');
});

/** A program in place of sudo: it prompts for the password, and runs the command without another user. */
const fakeSudo = `#!/bin/bash
while [ "$1" != -- ]; do [ "$1" = -p ] && prompt=$2; [ "$1" = -u ] && user=$2; shift; done; shift
for attempt in 1 2; do
  printf '%s' "$prompt" >&2; IFS= read -r password
  [ "$password" = "it's secret" ] && SUDO_TO=$user exec "$@"
done
exit 1
`;

test('sudo receives the password after its prompt, and the script never does', async ({ skip }) => {
  const server = serverOf(skip);
  await writeFile(join(server.folder, 'bin/sudo'), fakeSudo);
  await chmod(join(server.folder, 'bin/sudo'), 0o755);
  const sudo = { connectionType: 'INTERACTIVE_SUDO', sudoUsername: "o'deploy", script: 'echo "as $SUDO_TO"; cat' };
  expect((await run(server, { ...sudo, password: "it's secret" })).outputs.output).toBe("as o'deploy\n");
  expect((await run(server, { ...sudo, password: 'wrong word' })).error).toBe(
    "Error: sudo on 127.0.0.1 does not accept the password for the user 'o'deploy'",
  );
});

test.each<[string, object, RegExp]>([
  ['an unknown host key', { hostKey: '' }, /the key of 127\.0\.0\.1 is unknown: compare SHA256:\S{43} with/],
  ['a changed host key', { hostKey: `SHA256:${'A'.repeat(43)}` }, /the key of 127\.0\.0\.1 has changed/],
  ['an invalid host key', { hostKey: 'abc' }, /hostKey: expected fingerprints/],
  ['another user', { username: 'no-such-user' }, /does not accept the credentials of the user 'no-such-user'/],
  ['a wrong passphrase', { passphrase: 'wrong' }, /passphrase: it does not match/],
  ['a text as the key', { privateKey: 'not a key' }, /privateKey: expected a private key/],
  ['no login', { privateKey: null }, /password or privateKey: a value is required/],
  ['no address', { address: '' }, /address: a value is required/],
  ['a hostile address', { address: 'a/b@c' }, /address: expected/],
  ['a hostile user name', { username: '-oProxyCommand=x' }, /username: begins with a hyphen/],
  ['a relative folder', { temporaryDirectoryPath: 'tmp' }, /folder: is not an absolute path/],
  ['a missing folder', { remotePath: '/no such' }, /remotePath: .*\/no such/],
  ['a missing temporary folder', { temporaryDirectoryPath: "/no'such" }, /temporaryDirectoryPath: .*No such file/],
  ['a file of the server', { privateKeyFile: '/etc/shadow' }, /privateKeyFile: files of the server/],
  ['a forbidden target', { address: '10.0.0.1' }, /10\.0\.0\.1:\d+ cannot be reached/],
])('a task with %s fails with one line', async (_, properties, reason) => {
  if (sshd === null) return;
  const { error } = await run(sshd, { script: 'echo', ...properties });
  expect(error).toMatch(reason);
  expect(error).not.toContain('\n');
});

test('a task can trust a host on first use, and prints its key', async ({ skip }) => {
  const result = await run(serverOf(skip), { script: 'true', hostKey: '', hostKeyCheck: 'trust on first use' });
  expect(result.error).toBeNull();
  expect(result.printed).toMatch(/^Trusted the host key SHA256:\S{43} on first use$/);
});

test('a task uses the login of its host, and no other address with it', async ({ skip }) => {
  const server = serverOf(skip);
  const { port, username, privateKey, passphrase, hostKey } = server;
  const host = { id: 'Configuration/Custom/Host', type: 'remoteScript.UnixHost', address: '127.0.0.1', port };
  const configured = { ...host, username, privateKey, passphrase, hostKey };
  const own = { address: '', port: null, username: '', privateKey: '', passphrase: '', hostKey: '' };
  expect((await run(server, { ...own, host: configured, script: 'echo a' })).outputs.output).toBe('a\n');
  const redirected = await run(server, { ...own, host: configured, script: 'echo a', address: '127.0.0.2' });
  expect(redirected.error).toMatch(/those of the host/);
});

test('the check of a host logs in', async ({ skip }) => {
  const { port, username, privateKey, passphrase, hostKey } = serverOf(skip);
  const properties = { address: '127.0.0.1', port, username, privateKey, passphrase, hostKey };
  const type = types.get('remoteScript.UnixHost');
  if (type?.script == null) throw new Error('the host has no check');
  const scripted = { ...type, script: type.script };
  const egress = createEgress({ ...loopback, timeoutMs: 20_000 }, { protocols: { 'ssh:': sshProtocol } });
  const check = (changes: object) => {
    const connection = { id: 'Configuration/Custom/Host', properties: { ...properties, ...changes } };
    const signal = AbortSignal.timeout(30_000);
    return scriptFault(runner.client, egress, { type: scripted, title: 'Host', connection, secrets: [], signal });
  };
  expect(await check({})).toBeNull();
  expect(JSON.stringify(await check({ username: 'no-such-user' }))).toContain('does not accept the credentials');
  egress.stop();
});

test('without the protocol, a request to it is refused', async () => {
  const egress = createEgress({ ...loopback, timeoutMs: 1_000 });
  const order = { method: 'POST', url: 'ssh://127.0.0.1:22/check', headers: [], body: null, timeoutMs: null };
  const flags = { followRedirects: true, verify: true, connection: null, credentials: null };
  const request: HttpRequest = { ...order, ...flags, does: 'http', place: 0 };
  const reply: HttpReply = await egress.send(request, { secrets: [], connection: null });
  expect(reply).toMatchObject({ refused: { type: 'HttpRefused' } });
  egress.stop();
});
