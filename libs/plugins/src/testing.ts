import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { readJar } from './jars/read-plugin.ts';

/** The content of jars in tests: texts by path. */
export type Files = Readonly<Record<string, string | Buffer>>;

export const manifest = 'Manifest-Version: 1.0\r\nPlugin-Name: acme-plugin\r\nPlugin-Version: 1.2.0\r\n\r\n';

/** Returns a `synthetic.xml` with these types. */
export const synthetic = (types: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<synthetic xmlns="http://www.xebialabs.com/deployit/synthetic"
           xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
           xsi:schemaLocation="http://www.xebialabs.com/deployit/synthetic synthetic.xsd">
  ${types}
</synthetic>`;

/** An authentication method that compares a header with a secret property, as in the manuals of the family. */
export const token = `<type type="acme.Token" extends="events.CustomJythonAuthentication" label="Token" description="By a token">
    <property name="token" kind="string" required="true" password="true" label="The token" description="What is &quot;sent&quot;"/>
  </type>`;

export const tokenScript = "authenticated = headers['X-Token'] == config.token\n";

/** The files of a valid jar. */
export const goodFiles: Files = {
  'META-INF/MANIFEST.MF': manifest,
  'synthetic.xml': synthetic(token),
  'acme/Token.py': tokenScript,
};

/** Packs files into a zip. */
export async function jarOf(files: Files): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return await buffer(zip.outputStream);
}

/** Returns the error for a jar, or its plugin. */
export const refusal = async (jar: Buffer): Promise<string> =>
  await readJar(jar, 'acme.jar').then(
    (plugin) => `taken: ${JSON.stringify(plugin)}`,
    (error: Error) => `${error.name}: ${error.message}`,
  );

/** Returns a text that cannot be compressed well. */
export const noise = (length: number): string => randomBytes(length).toString('base64').slice(0, length);
