import type { ProtocolHandler, ProtocolRequest } from '@slipway/outbound-http';
import { z } from 'zod';
import { connect, SshFault } from './connect.ts';
import { type CommandResult, execute } from './execute.ts';
import { isOperation, type Login, type Operation, orders } from './order.ts';
import {
  checkProgram,
  interpreterOf,
  outputPart,
  readProgram,
  removeProgram,
  startProgram,
  stopProgram,
} from './remote-commands.ts';

/** A program for an operation, and its stdin. */
interface Work {
  readonly login: Login;
  readonly program: string;
  readonly stdin: Buffer | null;
}

/** Texts of other systems can have the line ends of Windows, which a shell takes for a part of a word. */
const scriptBytes = (script: string): Buffer => Buffer.from(script.replaceAll('\r\n', '\n'));

/** Returns the work of an operation. Throws the errors of the schemas. */
function workOf(operation: Operation, body: unknown): Work {
  switch (operation) {
    case 'check': {
      const login = orders.check.parse(body);
      return { login, program: checkProgram(login.id), stdin: null };
    }
    case 'start': {
      const login = orders.start.parse(body);
      const stdin = scriptBytes(login.script);
      const interpreter = interpreterOf(login.script);
      return { login, program: startProgram(login, { ...login, interpreter, bytes: stdin.length }), stdin };
    }
    case 'read': {
      const login = orders.read.parse(body);
      return { login, program: readProgram(login), stdin: null };
    }
    case 'stop': {
      const login = orders.stop.parse(body);
      return { login, program: stopProgram(login), stdin: null };
    }
    case 'remove': {
      const login = orders.remove.parse(body);
      return { login, program: removeProgram(login), stdin: null };
    }
  }
}

/** Returns an output as text, with a line in place of the bytes in the middle of a long one. */
function outputText(bytes: Buffer, size: number): string {
  const text = (part: Buffer): string => part.toString().replaceAll('\0', '\ufffd');
  if (size <= 2 * outputPart) return text(bytes);
  const cut = (part: Buffer): string => text(part).replaceAll(/^\ufffd+|\ufffd+$/g, '');
  const omitted = `[${size - 2 * outputPart} bytes are not shown]`;
  return `${cut(bytes.subarray(0, outputPart))}\n${omitted}\n${cut(bytes.subarray(outputPart))}`;
}

/** Returns the result for the script of the task. */
function resultFor({ state, words, out, err }: CommandResult, hostKey: string) {
  if (state !== 'ended' && state !== 'lost') return { state, hostKey };
  const [code, outSize, errSize] = words.map(Number);
  const exitCode = Number.isInteger(code) ? code : null;
  return { state, hostKey, exitCode, output: outputText(out, outSize ?? 0), err: outputText(err, errSize ?? 0) };
}

/** Returns the first fault of an order in one line, without its value. */
const orderFault = ({ issues: [issue] }: z.ZodError): string =>
  issue === undefined ? 'the order is invalid' : `${issue.path.join('.') || 'the order'}: ${issue.message}`;

function parsedBody(body: Buffer | null): unknown {
  try {
    return JSON.parse(body?.toString() ?? '');
  } catch {
    throw new SshFault('the body of an order is a JSON object');
  }
}

async function perform(request: ProtocolRequest) {
  const operation = request.path.slice(1);
  if (!isOperation(operation)) throw new SshFault(`there is no operation '${operation.slice(0, 100)}'`);
  const { login, program, stdin } = workOf(operation, parsedBody(request.body));
  const { client, hostKey } = await connect(request, login);
  try {
    const command = { id: login.id, host: request.host, program, user: login.user, stdin };
    return resultFor(await execute(client, command, request.signal), hostKey);
  } finally {
    client.destroy();
  }
}

/**
 * Performs the operations of SSH: `check`, `start`, `read`, `stop` and `remove`. Each uses a connection of its own. The
 * status is 200, or 422 with the reason as `message` if another attempt has the same result.
 */
export const sshProtocol: ProtocolHandler = async (request) => {
  try {
    return { status: 200, json: await perform(request) };
  } catch (error) {
    if (error instanceof SshFault) return { status: 422, json: { message: error.message } };
    if (error instanceof z.ZodError) return { status: 422, json: { message: orderFault(error) } };
    throw error;
  }
};
