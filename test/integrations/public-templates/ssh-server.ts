import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import ssh2, { type ServerChannel } from 'ssh2';

/** An SSH server for the scripts of public templates, which it accepts and does not run. */
export interface SshServer {
  /** the properties of a task that its template lacks */
  readonly login: { readonly port: number; readonly password: string; readonly hostKey: string };
  /** the scripts so far */
  readonly scripts: readonly string[];
  stop(): Promise<void>;
}

/** Reads a script after the line with which the program requests it, and returns the text. */
async function readScript(stream: ServerChannel, id: string): Promise<string> {
  stream.write(`${id} ready\n`);
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  await once(stream, 'end');
  return Buffer.concat(parts).toString();
}

/** Starts the server. It answers as if each script had ended with the exit code 0 and without output. */
export async function startSshServer(password: string): Promise<SshServer> {
  const { private: key, public: hostKey } = ssh2.utils.generateKeyPairSync('ed25519');
  const scripts: string[] = [];
  const answer = async (stream: ServerChannel, command: string): Promise<void> => {
    const [, id = '', word] = /echo ([\w-]+) (ready|removed|ok)\b/.exec(command) ?? [];
    if (word === 'ready') scripts.push(await readScript(stream, id));
    stream.stderr.write(`${id}\n`);
    stream.write(word === 'ready' ? `${id} ended 0 0 0\n` : `${id} ${word}\n`);
    stream.exit(0);
    stream.end();
  };
  const server = new ssh2.Server({ hostKeys: [key] }, (client) => {
    client.on('authentication', (attempt) =>
      attempt.method === 'password' ? attempt.accept() : attempt.reject(['password']),
    );
    client.on('session', (accept) =>
      accept().on('exec', (acceptCommand, _reject, { command }) => void answer(acceptCommand(), command)),
    );
    client.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    login: { port, password, hostKey },
    scripts,
    stop: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
