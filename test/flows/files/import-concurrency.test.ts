import { randomBytes } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import { expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { boundary, formEnd, partHead } from '../../harness/rest/attachments.ts';
import { basicAuth } from '../../harness/rest/rest-client.ts';
import { packUncompressedZip } from '../../harness/rest/template-files.ts';
import { isLong } from '../../harness/test-length.ts';

const product = serve({ IMPORT_MAX_MB: '40' });
const { url, database } = product;
const megabyte = 1024 * 1024;
const padding = randomBytes(21 * megabyte);

/** Returns a form with a file over 20 MB. Its first entry has this name, which identifies the file in the database. */
async function formOf(name: string): Promise<Buffer> {
  const template = JSON.stringify({ title: name });
  const file = await packUncompressedZip({ [name]: '', padding, 'release-template.json': template });
  return Buffer.concat([Buffer.from(partHead('filename="a.xlr"')), file, Buffer.from(formEnd)]);
}

/**
 * Returns the names of the files that the server has in the database while it reads them. The name of the first entry
 * starts at byte 30 of a zip.
 */
async function lying(): Promise<readonly string[]> {
  const rows = await database().query<{ readonly name: string }>({
    text: `select convert_from(substring(k.data from 31 for 4), 'LATIN1') as name
      from attachment_contents c join attachment_chunks k on k.content_id = c.id and k.number = 0
      where c.checksum is null order by 1`,
  });
  return rows.map(({ name }) => name);
}

interface Upload {
  /** Resolves when the server has read the headers of the request. */
  readonly arrived: Promise<void>;
  /** Sends the rest; returns the response. */
  finish(): Promise<string>;
}

/** Starts to send a file as a user; after a busy response it sends the file again. */
async function startSlowUpload(user: string, name: string): Promise<Upload> {
  const form = await formOf(name);
  const [arrived, allowed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const once = () =>
    new Promise<string>((resolve, reject) => {
      const clientRequest = startUpload(user, form.length);
      clientRequest.once('continue', () => {
        arrived.resolve();
        clientRequest.write(form.subarray(0, megabyte));
        void allowed.promise.then(() => clientRequest.end(form.subarray(megabyte)));
      });
      clientRequest.once('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', () => resolve(`${response.statusCode} ${Buffer.concat(chunks)}`));
        // a refusal comes before the server has read the body, so the rest is not sent
        if (response.statusCode === 503) response.once('end', () => clientRequest.destroy());
      });
      clientRequest.on('error', reject);
      clientRequest.flushHeaders();
    });
  const answered = (async () => {
    for (;;) {
      const answer = await once();
      if (!answer.startsWith('503')) return answer;
    }
  })();
  return {
    arrived: arrived.promise,
    finish: () => {
      allowed.resolve();
      return answered;
    },
  };
}

function startUpload(user: string, length: number): ClientRequest {
  const { hostname, port } = new URL(url());
  const headers = {
    ...basicAuth(user, 'admin'),
    ...{ 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': length },
    expect: '100-continue',
  };
  return request({ hostname, port, method: 'POST', path: '/api/v1/templates/import', headers });
}

test.runIf(isLong)(
  'two files over 20 MB are read at a time, at most one of each user; other imports wait, and all of them complete',
  async () => {
    const people = peopleOf(product);
    for (const name of ['ann', 'bob', 'cas']) await people.createUser(name);
    await people.createRole('Bringer', ['template#create'], ['ann', 'bob', 'cas']);
    const first = await startSlowUpload('ann', 'ann1');
    await expect.poll(lying).toEqual(['ann1']);
    const second = await startSlowUpload('ann', 'ann2');
    await second.arrived;
    // a slot is free, but ann has one already: bob, who comes later, gets it
    const third = await startSlowUpload('bob', 'bob1');
    await expect.poll(lying).toEqual(['ann1', 'bob1']);
    const fourth = await startSlowUpload('cas', 'cas1');
    await fourth.arrived;
    expect(await lying()).toEqual(['ann1', 'bob1']);
    expect(await third.finish()).toMatch(/^200 \[\{.*"title":"bob1"/);
    // a slot is free again, and ann gets it
    await expect.poll(lying).toEqual(['ann1', 'cas1']);
    expect(await first.finish()).toMatch(/^200 \[\{.*"title":"ann1"/);
    await expect.poll(lying).toEqual(['ann2', 'cas1']);
    expect(await second.finish()).toMatch(/^200 \[\{.*"title":"ann2"/);
    expect(await fourth.finish()).toMatch(/^200 \[\{.*"title":"cas1"/);
    expect(await lying()).toEqual([]);
  },
);
