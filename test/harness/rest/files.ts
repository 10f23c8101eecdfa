import { buffer } from 'node:stream/consumers';
import { zipped } from '@slipway/formats';
import { type Files, jarOf } from '../../../libs/plugins/src/testing.ts';
import { formOf } from './form.ts';
import { basic, type Rest } from './rest.ts';

/** The result for one template of a file. */
export interface Imported {
  readonly id: string;
  readonly title: string;
  readonly warnings: readonly string[];
}

/** Files packed into a zip, in this order. */
export const zipOf = (files: Files): Promise<Buffer> => jarOf(files);

/** The same, and nothing in it is packed: large bytes that repeat nowhere take seconds to pack. */
export const plainZipOf = (files: Files): Promise<Buffer> =>
  buffer(
    zipped(
      Object.entries(files).map(([name, content]) => ({
        name,
        packs: false,
        bytes: async function* () {
          yield Buffer.from(content);
        },
      })),
    ),
  );

/** A template as the family exports it: slashes escaped, with a manifest beside it. */
export const xlrOf = (template: unknown, model = '22.3.0'): Promise<Buffer> =>
  zipOf({
    'release-template.json': JSON.stringify(template).replaceAll('/', '\\/'),
    'manifest.json': JSON.stringify({ 'xlr-data-model-version': model, 'xlr-version': model }),
  });

/** Brings a file into a folder, or to the top. */
export const importing =
  (rest: Rest) =>
  (bytes: Buffer, { name = 'template.xlr', query = '' } = {}): Promise<readonly Imported[]> =>
    rest.post(`/templates/import${query}`, formOf(bytes, { name }));

/** What is answered as bytes. */
export async function bytesOf(url: string, path: string): Promise<Buffer> {
  const answer = await fetch(`${url}/api/v1${path}`, { headers: basic('admin', 'admin') });
  if (answer.status !== 200) throw new Error(`GET ${path} was answered ${answer.status}: ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** A template as it is exported. */
export const exportOf = ({ url }: { url(): string }, { id }: { readonly id: string }): Promise<Buffer> =>
  bytesOf(url(), `/templates/zip/${id}`);
