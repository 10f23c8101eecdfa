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

/** Packs files into a zip, in this order. */
export const packZip = (files: Files): Promise<Buffer> => jarOf(files);

/** Packs files into a zip without compression, because compressing large random bytes takes seconds. */
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

/** Packs a template in the export format of the family: escaped slashes, and a manifest. */
export const packXlr = (template: unknown, modelVersion = '22.3.0'): Promise<Buffer> =>
  packZip({
    'release-template.json': JSON.stringify(template).replaceAll('/', '\\/'),
    'manifest.json': JSON.stringify({ 'xlr-data-model-version': modelVersion, 'xlr-version': modelVersion }),
  });

/** Returns a function that imports a file into the folder of its query, or at the top. */
export const createImporter =
  (rest: RestClient) =>
  (bytes: Buffer, { name = 'template.xlr', query = '' } = {}): Promise<readonly ImportResult[]> =>
    rest.post(`/templates/import${query}`, fileForm(bytes, { name }));

/** Downloads the bytes of a response. Throws Error if the status is not 200. */
export async function downloadBytes(url: string, path: string): Promise<Buffer> {
  const response = await fetch(`${url}/api/v1${path}`, { headers: basicAuth('admin', 'admin') });
  if (response.status !== 200) throw new Error(`GET ${path} was answered ${response.status}: ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

/** Downloads the export of a template. */
export const exportTemplate = ({ url }: { url(): string }, { id }: { readonly id: string }): Promise<Buffer> =>
  downloadBytes(url(), `/templates/zip/${id}`);
