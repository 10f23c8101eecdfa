import { request } from 'node:http';
import { basicAuth, type RestClient } from './rest-client.ts';

/** An attachment in a response. */
export interface Attachment {
  readonly id: string;
  readonly type: string;
  readonly fileUri: string;
  readonly contentType: string;
  readonly exportFilename: string;
  readonly checksum: string;
}

/** Returns a form with a part named `file` for each file. */
export function filesForm(files: Readonly<Record<string, string | Buffer>>, type = 'text/plain'): FormData {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) {
    form.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)], { type }), name);
  }
  return form;
}

/** Adds files to the task or release with this path. */
export const attach = (rest: RestClient, path: string, files: Readonly<Record<string, string | Buffer>>) =>
  rest.post<readonly Attachment[]>(`${path}/attachments`, filesForm(files));

/** Downloads the bytes of an attachment. */
export async function downloadAttachment(url: string, { id }: Pick<Attachment, 'id'>): Promise<Buffer> {
  const answer = await fetch(`${url}/api/v1/releases/attachments/${id}`, { headers: basicAuth('admin', 'admin') });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
}

export const boundary = 'between-parts';
/** The head of a form part. */
export const partHead = (disposition: string, type = 'text/plain'): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`;
export const formEnd = `\r\n--${boundary}--\r\n`;

/**
 * Sends these pieces as the body of a form; returns the response as `201 text`. With `isAborted` it then closes the
 * connection and returns `cut`.
 */
export function sendFormParts(
  url: string,
  path: string,
  parts: Iterable<string | Buffer>,
  { isAborted = false }: { readonly isAborted?: boolean } = {},
): Promise<string> {
  const { hostname, port } = new URL(url);
  const headers = { ...basicAuth('admin', 'admin'), 'content-type': `multipart/form-data; boundary=${boundary}` };
  return new Promise((resolve, reject) => {
    const clientRequest = request({ hostname, port, method: 'POST', path: `/api/v1${path}`, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(`${response.statusCode} ${Buffer.concat(chunks).toString().trimEnd()}`));
    });
    clientRequest.on('error', (error) => (isAborted ? resolve('cut') : reject(error)));
    const write = async () => {
      for (const part of parts) {
        if (!clientRequest.write(part)) await new Promise((next) => clientRequest.once('drain', next));
      }
      if (isAborted) clientRequest.destroy();
      else clientRequest.end();
    };
    write().catch(reject);
  });
}
