import { buffer } from 'node:stream/consumers';
import { writeZip } from '@slipway/formats';
import { type Files, jarOf } from '../../../libs/plugins/src/testing.ts';
import { fileForm } from './file-form.ts';
import { basicAuth, type RestClient } from './rest-client.ts';

/** The result for one template of a file. */
export interface ImportResult {
  readonly id: string;
  readonly title: string;
  readonly warnings: readonly string[];
}

/** Files packed into a zip, in this order. */
export const packZip = (files: Files): Promise<Buffer> => jarOf(files);

/** The same, and nothing in it is packed: large bytes that repeat nowhere take seconds to pack. */
export const packUncompressedZip = (files: Files): Promise<Buffer> =>
  buffer(
    writeZip(
      Object.entries(files).map(([name, content]) => ({
        name,
        compresses: false,
        bytes: async function* () {
          yield Buffer.from(content);
        },
      })),
    ),
  );

/** A template as the family exports it: slashes escaped, with a manifest beside it. */
export const packXlr = (template: unknown, modelVersion = '22.3.0'): Promise<Buffer> =>
  packZip({
    'release-template.json': JSON.stringify(template).replaceAll('/', '\\/'),
    'manifest.json': JSON.stringify({ 'xlr-data-model-version': modelVersion, 'xlr-version': modelVersion }),
  });

/** Brings a file into a folder, or to the top. */
export const createImporter =
  (rest: RestClient) =>
  (bytes: Buffer, { name = 'template.xlr', query = '' } = {}): Promise<readonly ImportResult[]> =>
    rest.post(`/templates/import${query}`, fileForm(bytes, { name }));

/** What is answered as bytes. */
export async function downloadBytes(url: string, path: string): Promise<Buffer> {
  const response = await fetch(`${url}/api/v1${path}`, { headers: basicAuth('admin', 'admin') });
  if (response.status !== 200) throw new Error(`GET ${path} was answered ${response.status}: ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

/** A template as it is exported. */
export const exportTemplate = ({ url }: { url(): string }, { id }: { readonly id: string }): Promise<Buffer> =>
  downloadBytes(url(), `/templates/zip/${id}`);
