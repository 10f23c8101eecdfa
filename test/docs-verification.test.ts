import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findProgram } from './harness/servers/find-program.ts';

/** The programs of receive-events.md that verify signatures. */
const page = readFileSync('docs/how-to/receive-events.md', 'utf8');
const blockOf = (language: string): string => {
  const [, block = ''] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  return block;
};
const python = await findProgram(['python3']);
const programs: readonly { readonly language: string; readonly command: string | null; readonly args: string[] }[] = [
  { language: 'js', command: process.execPath, args: ['--input-type=module', '-e'] },
  { language: 'python', command: python, args: ['-c'] },
  { language: 'bash', command: 'bash', args: ['-c'] },
];

const key = Buffer.alloc(32, 'k');
const secret = `whsec_${key.toString('base64')}`;
const body = JSON.stringify({ data: { release: { title: 'Größe "1" \\ 日本' } } });
const now = (): number => Math.floor(Date.now() / 1_000);
const sign = (id: string, timestamp: number, text: string, by = key) =>
  `v1,${createHmac('sha256', by).update(`${id}.${timestamp}.${text}`).digest('base64')}`;

interface Message {
  readonly id?: string;
  readonly timestamp?: number;
  readonly signature?: string;
  readonly text?: string;
}

describe.each(programs)('the program in $language', ({ language, command, args }) => {
  async function statusOf({ id = 'msg_1', timestamp = now(), text = body, signature }: Message): Promise<number> {
    const child = spawn(command ?? '', [...args, blockOf(language)], {
      env: {
        ...process.env,
        SECRET: secret,
        WEBHOOK_ID: id,
        WEBHOOK_TIMESTAMP: String(timestamp),
        WEBHOOK_SIGNATURE: signature ?? sign(id, timestamp, text),
      },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
    const [status] = await once(child, 'close');
    return Number(status);
  }

  test.skipIf(command === null)('accepts only valid signatures', async () => {
    const old = sign('msg_1', now(), body, Buffer.alloc(32, 'o'));
    expect(await statusOf({})).toBe(0);
    const timestamp = now();
    expect(await statusOf({ timestamp, signature: `${old} ${sign('msg_1', timestamp, body)}` })).toBe(0);
    expect(await statusOf({ signature: old })).toBe(1);
    expect(await statusOf({ id: 'msg_2', timestamp, signature: sign('msg_1', timestamp, body) })).toBe(1);
    expect(await statusOf({ text: `${body} `, timestamp, signature: sign('msg_1', timestamp, body) })).toBe(1);
    expect(await statusOf({ timestamp: now() - 400 })).toBe(1);
    expect(await statusOf({ signature: 'v1,' })).toBe(1);
  });
});
