import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** The same moment in every archive: what is in it tells two apart, and nothing else. */
const mtime = new Date(Date.UTC(2000, 0, 1));

/** A zip of these small files, by their names. */
export async function zipOf(files: ReadonlyMap<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name, { mtime });
  zip.end();
  return await buffer(zip.outputStream);
}
