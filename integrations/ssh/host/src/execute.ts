import { failed } from '@slipway/outbound-http';
import type { Client, ClientChannel } from 'ssh2';
import { oneLineOf, SshFault } from './connect.ts';
import type { RemoteUser } from './order.ts';
import { commandLine, outputPart, programFaults, promptOf } from './remote-commands.ts';

/** A program for a user of a host, and its stdin. */
export interface Command {
  /** identifies the lines of the program among those of the login */
  readonly id: string;
  readonly host: string;
  readonly program: string;
  readonly user: RemoteUser;
  readonly stdin: Buffer | null;
}

/** The last line of the program with its state, and the bytes after it in both outputs. */
export interface CommandResult {
  readonly state: string;
  /** the further words of the line */
  readonly words: readonly string[];
  readonly out: Buffer;
  readonly err: Buffer;
}

/** More bytes than the outputs of a script and the lines of its login. */
const maxBytes = 2 * outputPart + 262_144;

/** Collects the bytes of a stream. Throws for more than the limit. */
class Output {
  #parts: Buffer[] = [];
  #size = 0;
  add(part: Buffer): void {
    this.#size += part.length;
    if (this.#size > maxBytes) throw failed('the host sent more output than expected');
    this.#parts.push(part);
  }
  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
  text(): string {
    return this.bytes().toString('latin1');
  }
}

/**
 * Sends the password after the prompt of `sudo` or `su`, and the script after the line of the program that it is
 * ready. Therefore the program never receives a password, and `sudo` never receives a script.
 */
function createInput(stream: ClientChannel, { id, user, stdin, host }: Command) {
  let sentPasswords = 0;
  let isSent = false;
  const readyLine = new RegExp(`(?:^|\\n)${id} ready\\n`);
  const promptCount = (err: string): number =>
    user.kind === 'sudo' ? err.split(promptOf(id)).length - 1 : /password[^\n]*:/i.test(err) ? 1 : 0;
  return (out: string, err: string): void => {
    const password = user.kind === 'login' ? null : user.password;
    if (password !== null && promptCount(err) > sentPasswords) {
      if (sentPasswords > 0)
        throw new SshFault(`${user.kind} on ${host} does not accept the password for the user '${nameOf(user)}'`);
      sentPasswords += 1;
      stream.write(`${password}\n`);
    }
    if (isSent || stdin === null || !readyLine.test(out)) return;
    isSent = true;
    stream.end(stdin);
  };
}

const nameOf = (user: RemoteUser): string => (user.kind === 'login' ? '' : user.name);

/** Runs a program and reads its state. Throws a fault, a `Refusal`, or the reason of the signal. */
export async function execute(client: Client, command: Command, signal: AbortSignal): Promise<CommandResult> {
  const { program, user, id, host } = command;
  const [out, err] = [new Output(), new Output()];
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const fail = (): void => reject(failed(`${host} has closed the connection`));
  client.on('close', fail);
  client.on('error', fail);
  client.exec(commandLine(program, user, id), (error, stream) => {
    if (error) return reject(failed(`${host} does not run a command: ${oneLineOf(error.message)}`));
    const advance = createInput(stream, command);
    const receive = (output: Output) => (part: Buffer) => {
      try {
        output.add(part);
        advance(out.text().slice(0, 100_000), err.text().slice(0, 100_000));
      } catch (fault) {
        reject(fault);
      }
    };
    stream.on('data', receive(out));
    stream.stderr.on('data', receive(err));
    stream.on('error', fail);
    stream.on('close', (code: number | null | undefined) => resolve(code ?? null));
    if (command.stdin === null && user.kind === 'login') stream.end();
  });
  try {
    return resultOf(command, await promise, out.bytes(), err.bytes());
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** Finds the last line with a state before the outputs of the script. */
function resultOf({ id, user, host }: Command, code: number | null, out: Buffer, err: Buffer): CommandResult {
  const text = out.toString('latin1');
  const line = new RegExp(`(?:^|\\n)${id} (?!ready\\n)([^\\n]+)\\n`).exec(text);
  if (line === null && code === programFaults.transfer)
    throw failed(`the transfer of the script to ${host} was interrupted`);
  if (line === null) throw new SshFault(reasonOf({ user, host, code, text: err.toString() }));
  const [state = '', ...words] = (line[1] ?? '').split(' ');
  const separator = Buffer.from(`${id}\n`);
  const at = err.indexOf(separator);
  return {
    state,
    words,
    out: out.subarray(line.index + line[0].length),
    err: at < 0 ? Buffer.alloc(0) : err.subarray(at + separator.length),
  };
}

interface Failure {
  readonly user: RemoteUser;
  readonly host: string;
  readonly code: number | null;
  readonly text: string;
}

function reasonOf({ user, host, code, text }: Failure): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^slipway-|^password:\s*$/i.test(line.trim()));
  const reason = oneLineOf(lines.at(-1) ?? '') || `the command ended with ${code ?? 'a signal'}`;
  if (code === programFaults.folder) return `temporaryDirectoryPath: ${reason}`;
  if (code === programFaults.directory) return `remotePath: ${reason}`;
  return user.kind === 'login'
    ? `${host}: ${reason}`
    : `${user.kind} to the user '${nameOf(user)}' on ${host}: ${reason}`;
}
